/** The address as a page and its parameter; links inside the app change it without a reload. */

export type Page =
  | { name: "home" }
  | { name: "table"; match: string }
  | { name: "join"; invite: string }
  | { name: "rules"; game: string }
  | { name: "learn"; game: string }
  | { name: "review"; match: string }
  | { name: "puzzles"; game: string }
  | { name: "puzzle"; game: string; id: string }
  | { name: "nowhere" };

/** The page that an address names. */
export function pageOf(path: string): Page {
  const [first = "", second = "", third = ""] = path
    .split("/")
    .filter(Boolean)
    .map(decodeURIComponent);
  if (!first) return { name: "home" };
  if (first === "m" && second) return { name: "table", match: second };
  if (first === "review" && second) return { name: "review", match: second };
  if (first === "join" && second) return { name: "join", invite: second };
  if (first === "rules" && second) return { name: "rules", game: second };
  if (first === "learn" && second) return { name: "learn", game: second };
  if (first === "puzzles" && third) return { name: "puzzle", game: second, id: third };
  if (first === "puzzles") return { name: "puzzles", game: second };
  return { name: "nowhere" };
}

class Router {
  page = $state.raw<Page>({ name: "home" });

  begin(): void {
    this.page = pageOf(location.pathname);
    addEventListener("popstate", () => (this.page = pageOf(location.pathname)));
    document.addEventListener("click", (event) => this.#follow(event));
  }

  go(path: string): void {
    if (location.pathname !== path) history.pushState(null, "", path);
    this.page = pageOf(location.pathname);
    scrollTo(0, 0);
  }

  #follow(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey
    ) {
      return;
    }
    const link = (event.target as Element).closest("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) {
      return;
    }
    if (link.pathname.startsWith("/api") || link.hash) return;
    event.preventDefault();
    this.go(link.pathname);
  }
}

export const router = new Router();
