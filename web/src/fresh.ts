/** What has just appeared takes no click: a hand that clicks twice never hits it. */

export const FRESH = 400;

/** Keeps a button from taking clicks right after it has appeared. */
export function fresh(node: HTMLElement): { destroy: () => void } {
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  node.addEventListener("click", stop, true);
  node.setAttribute("aria-disabled", "true");
  const settle = (): void => {
    node.removeEventListener("click", stop, true);
    node.removeAttribute("aria-disabled");
  };
  const timer = setTimeout(settle, FRESH);
  return { destroy: () => clearTimeout(timer) };
}

/** When things first stood on a board; those of its first scene were there all along. */
export class Appearances {
  #since = new Map<string, number>();

  /** Notes the things of a scene. */
  note(ids: string[], now: number): void {
    const before = this.#since;
    const unknown = before.size === 0 ? -FRESH : now;
    this.#since = new Map(ids.map((id) => [id, before.get(id) ?? unknown]));
  }

  isFresh(id: string, now: number): boolean {
    return now - (this.#since.get(id) ?? -FRESH) < FRESH;
  }
}
