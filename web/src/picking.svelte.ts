/** A move being built from picks, shared by the board, the buttons below it and the keyboard. */

import { FRESH } from "./fresh";
import type { Preview } from "./model/preview";
import { type Scene, type Thing, byChoice } from "./model/scene";
import { type Step, type Tree, pick, settle, stepAt } from "./model/walk";

export interface Table {
  /** Plays a complete move. */
  play: (move: string) => void;
  /** Hears of every pick that was possible. */
  picked?: () => void;
  /** Explains why a path of picks is not possible. */
  explain?: (path: string[]) => void;
  /** A question to be asked before a move is made, where there is one. */
  question?: (move: string) => string;
  /** Shows what moves would do, where that may be known. */
  foresee?: (moves: string[]) => Promise<(Preview | null)[]>;
}

/** How long something is pointed at before its preview is asked for, in milliseconds. */
const REST = 60;

export class Picking {
  picks = $state.raw<string[]>([]);
  /** The option under the pointer or in focus. */
  pointed = $state<string | null>(null);
  /** Which of the last step's buttons is being tried out. */
  tried = $state(0);
  preview = $state.raw<Preview | null>(null);
  hinted = $state.raw<string[]>([]);
  /** Set when the keyboard picked: the focus follows to what comes next. */
  follow = $state(false);

  #tree = $state.raw<Tree>({});
  #things = $state.raw(new Map<string, Thing>());
  #taken = -FRESH;
  #known = new Map<string, Promise<Preview | null>>();

  readonly step: Step = $derived(stepAt(this.#tree, this.picks));
  readonly options: string[] = $derived(this.step.kind === "more" ? this.step.options : []);
  /** What can be picked on the board; a second click on what was picked last puts it down. */
  readonly targets: string[] = $derived(
    this.options.filter((id) => this.#things.has(id) && id !== this.picks.at(-1)),
  );
  /** What has no thing to click, or would be picked a second time, such as a place to turn on. */
  readonly buttons: string[] = $derived(this.options.filter((id) => !this.targets.includes(id)));
  /** A move that waits for a yes. */
  asked = $state.raw<{ move: string; text: string } | null>(null);
  /** Whether a thing has its place and only its way of lying there is open. */
  readonly turning: boolean = $derived(
    this.picks.length > 1 && this.buttons.length > 1 && this.buttons.length === this.options.length,
  );
  readonly candidate: string | null = $derived(
    this.turning ? (this.buttons[this.tried % this.buttons.length] ?? null) : null,
  );
  /** The move that would be made by what is pointed at or tried out. */
  readonly intended: string | null = $derived(this.#intent());

  constructor(readonly table: Table) {}

  /** A new position: forgets all picks. */
  reset(scene: Scene, tree: Tree): void {
    this.#tree = tree;
    this.#things = byChoice(scene);
    this.#known.clear();
    this.clear();
  }

  clear(): void {
    this.picks = [];
    this.pointed = null;
    this.tried = 0;
    this.preview = null;
    this.hinted = [];
    this.asked = null;
  }

  /** Picks by a button, which means going on even where it names what was picked last. */
  press(id: string): void {
    if (this.picks.at(-1) !== id || !this.options.includes(id)) this.pick(id);
    else this.#take(settle(this.#tree, [...this.picks, id]));
  }

  /** Makes a whole move of several picks, as when a thing is dropped where it belongs. */
  pickAll(path: readonly string[]): void {
    this.#take([...path]);
  }

  /** Whether picking a thing now makes a move at once. */
  ends(id: string): boolean {
    return stepAt(this.#tree, [...this.picks, id]).kind === "move";
  }

  pick(id: string): void {
    const next = pick(this.#tree, this.picks, id);
    if (!next) {
      this.table.explain?.([...this.picks, id]);
      return;
    }
    this.#take(next);
  }

  #take(next: string[]): void {
    this.table.picked?.();
    this.asked = null;
    this.picks = next;
    this.#taken = performance.now();
    this.pointed = null;
    this.tried = Math.max(
      0,
      this.buttons.findIndex((one) => this.hinted.includes(one)),
    );
    const step = stepAt(this.#tree, next);
    if (step.kind === "move") this.#play(step.move);
  }

  back(): void {
    this.picks = this.picks.slice(0, -1);
    this.asked = null;
    this.pointed = null;
    this.tried = 0;
  }

  turn(by: number): void {
    const count = this.buttons.length;
    if (this.turning) this.tried = (this.tried + by + count) % count;
  }

  confirm(): void {
    // A key pressed twice does not place what it has only just brought to its place.
    if (performance.now() - this.#taken < FRESH) return;
    if (this.candidate) this.press(this.candidate);
  }

  #play(move: string): void {
    this.preview = null;
    const text = this.table.question?.(move);
    if (text) this.asked = { move, text };
    else this.table.play(move);
  }

  /** Answers the question about a move. */
  answer(yes: boolean): void {
    const move = this.asked?.move;
    this.asked = null;
    if (yes && move) this.table.play(move);
    else this.clear();
  }

  #intent(): string | null {
    const id = this.candidate ?? this.pointed;
    if (id === null) return null;
    const step = stepAt(this.#tree, [...this.picks, id]);
    return step.kind === "move" ? step.move : null;
  }

  /** Asks what the intended move would do; the answer is shown if it is still intended. */
  async foresee(): Promise<void> {
    const move = this.intended;
    if (move === null || !this.table.foresee) {
      this.preview = null;
      return;
    }
    // What is only passed on the way to something else is not asked for.
    if (!this.#known.has(move)) await new Promise((done) => setTimeout(done, REST));
    if (this.intended !== move) return;
    const preview = await this.#ask(move);
    if (this.intended === move) this.preview = preview;
  }

  /** What each button would do, to be drawn on it. */
  async outlooks(): Promise<Map<string, Preview>> {
    const found = new Map<string, Preview>();
    for (const id of this.turning ? this.buttons : []) {
      const step = stepAt(this.#tree, [...this.picks, id]);
      const preview = step.kind === "move" ? await this.#ask(step.move) : null;
      if (preview) found.set(id, preview);
    }
    return found;
  }

  #ask(move: string): Promise<Preview | null> {
    const known = this.#known.get(move);
    if (known) return known;
    const together = this.turning ? this.#turns() : [move];
    const unknown = together.filter((text) => !this.#known.has(text));
    const asked = this.table.foresee?.(unknown) ?? Promise.resolve([]);
    unknown.forEach((text, index) => {
      const one = asked.then((all) => all[index] ?? null).catch(() => null);
      this.#known.set(text, one);
    });
    return this.#known.get(move) ?? Promise.resolve(null);
  }

  #turns(): string[] {
    const steps = this.buttons.map((id) => stepAt(this.#tree, [...this.picks, id]));
    return steps.flatMap((step) => (step.kind === "move" ? [step.move] : []));
  }
}
