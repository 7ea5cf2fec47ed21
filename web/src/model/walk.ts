/** Walking the tree of choices: which ids may be picked, and what a path of picks amounts to. */

import type { Drawing } from "../wire.gen";

export type Tree = Drawing["choices"];

export type Step =
  { kind: "more"; options: string[] } | { kind: "move"; move: string } | { kind: "none" };

function family(id: string): string | null {
  const colon = id.indexOf(":");
  return colon < 0 ? null : id.slice(0, colon);
}

/** What stands at the end of a path of picks. */
export function stepAt(tree: Tree, picks: readonly string[]): Step {
  let branch: Tree | string | undefined = tree;
  for (const pick of picks) {
    if (branch === undefined || typeof branch === "string") return { kind: "none" };
    branch = Object.hasOwn(branch, pick) ? branch[pick] : undefined;
  }
  if (branch === undefined) return { kind: "none" };
  if (typeof branch === "string") return { kind: "move", move: branch };
  const options = Object.keys(branch);
  return options.length ? { kind: "more", options } : { kind: "none" };
}

/** What is asked after some picks; a "?" in a key stands for any id at its end. */
export function promptAt(prompts: Record<string, string>, picks: readonly string[]): string {
  for (let kept = picks.length; kept >= 0; kept -= 1) {
    const key = picks.map((id, index) => (index < kept ? id : "?")).join(" ");
    const found = prompts[key];
    if (found) return found;
  }
  return "";
}

/**
 * The picks after one more: it goes on from here if it can, takes itself back if it was the last,
 * or begins anew at the deepest place that offers it. Null if it can be picked nowhere.
 */
export function pick(tree: Tree, picks: readonly string[], id: string): string[] | null {
  if (picks.at(-1) === id) return picks.slice(0, -1);
  const here = stepAt(tree, picks);
  if (here.kind === "more" && here.options.includes(id)) return settle(tree, [...picks, id]);
  for (let depth = picks.length - 1; depth >= 0; depth -= 1) {
    const above = stepAt(tree, picks.slice(0, depth));
    if (above.kind === "more" && above.options.includes(id)) {
      return settle(tree, [...picks.slice(0, depth), id]);
    }
  }
  return null;
}

/** A step that leaves only one move open is taken by itself, once something was picked. */
export function settle(tree: Tree, picks: string[]): string[] {
  const here = stepAt(tree, picks);
  const only = here.kind === "more" && here.options.length === 1 ? here.options[0] : undefined;
  if (only === undefined || family(only) !== null) return picks;
  const next = stepAt(tree, [...picks, only]);
  return next.kind === "move" && picks.length > 1 ? [...picks, only] : picks;
}
