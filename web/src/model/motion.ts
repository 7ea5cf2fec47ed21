/** What moved between two scenes, found from ids, looks and what the server says. */

import { type Scene, type Thing, boundsOf, lookKey } from "./scene";

export interface Place {
  x: number;
  y: number;
  turn: number;
}

export type Motion =
  | { kind: "slide"; id: string; from: Place; quarters?: number }
  | { kind: "appear"; id: string }
  | { kind: "flip"; id: string; before: Thing; from: Place }
  | { kind: "tumble"; id: string; from: Place }
  | { kind: "change"; id: string };

export interface Facts {
  /** New id → the id it had before, where the server knows. */
  moved?: Record<string, string>;
  /** The choices that were picked to make the move between the two scenes. */
  path?: readonly string[];
  /** Whether chance decided something between the two scenes. */
  rolled?: boolean;
}

export function placeOf(thing: Thing): Place {
  return { x: thing.x, y: thing.y, turn: thing.turn ?? 0 };
}

function same(a: Thing, b: Thing): boolean {
  return a.x === b.x && a.y === b.y && (a.turn ?? 0) === (b.turn ?? 0);
}

function kindOf(id: string): string {
  return id.replace(/[-:]?[a-z]?\d.*$/, "");
}

function isMovable(thing: Thing): boolean {
  return thing.role === "piece";
}

/** The nearest of the things that lost this look, same kind first. */
function nearest(thing: Thing, lost: Thing[], look: string): Thing | undefined {
  const cost = (other: Thing) =>
    Math.hypot(other.x - thing.x, other.y - thing.y) +
    (kindOf(other.id) === kindOf(thing.id) ? 0 : 10_000);
  return lost.filter((other) => lookKey(other) === look).sort((a, b) => cost(a) - cost(b))[0];
}

/** Pairs things with where they came from: by the server's word, by id, or by an equal look. */
function origins(before: Scene, after: Scene, facts: Facts): Map<string, Thing> {
  const old = new Map(before.elements.map((thing) => [thing.id, thing]));
  const found = new Map<string, Thing>();
  const open: Thing[] = [];
  for (const thing of after.elements) {
    if (!isMovable(thing)) continue;
    const told = facts.moved?.[thing.id];
    const told_thing = told === undefined ? undefined : old.get(told);
    const kept = old.get(thing.id);
    if (told_thing) found.set(thing.id, told_thing);
    else if (kept && lookKey(kept) === lookKey(thing)) found.set(thing.id, kept);
    else open.push(thing);
  }
  const taken = new Set([...found.values()].map((thing) => thing.id));
  let lost = before.elements.filter((thing) => isMovable(thing) && !taken.has(thing.id));
  for (const thing of open) {
    const match = nearest(thing, lost, lookKey(thing));
    if (!match) continue;
    found.set(thing.id, match);
    lost = lost.filter((other) => other !== match);
  }
  return withPicked(found, open, old, lost, facts);
}

/** The one thing that is new comes from the thing that was picked and is no longer there. */
function withPicked(
  found: Map<string, Thing>,
  open: Thing[],
  old: Map<string, Thing>,
  lost: Thing[],
  facts: Facts,
): Map<string, Thing> {
  const fresh = open.filter((thing) => !found.has(thing.id) && !old.has(thing.id));
  const gone = lost.filter((thing) => thing.choice && facts.path?.includes(thing.choice));
  if (fresh.length === 1 && gone.length === 1) found.set(fresh[0]!.id, gone[0]!);
  return found;
}

function isCard(thing: Thing): boolean {
  const box = boundsOf(thing);
  return box !== null && box.height > box.width * 1.25;
}

/** By how many quarter turns one set of straight lines becomes another, or null. */
export function quartersBetween(before: Thing, after: Thing): number | null {
  const lines = (thing: Thing) =>
    thing.shapes.filter((shape) => shape.tag === "path").map((shape) => shape.attributes["d"]);
  const [old, now] = [lines(before)[0], lines(after)[0]];
  if (!old || !now || before.shapes.length !== after.shapes.length) return null;
  const wanted = turned(String(now), 0);
  for (const quarters of [1, -1, 2]) if (turned(String(old), quarters) === wanted) return quarters;
  return null;
}

/** The strokes of a path turned by quarters, in an order of their own. */
function turned(path: string, quarters: number): string {
  const strokes = path.split("M").filter(Boolean);
  const turn = (stroke: string) =>
    stroke
      .split("L")
      .map((point) => {
        let [x, y] = point.trim().split(/[ ,]+/).map(Number) as [number, number];
        for (let i = 0; i < (quarters + 4) % 4; i += 1) [x, y] = [-y, x];
        return `${(x || 0).toFixed(1)} ${(y || 0).toFixed(1)}`;
      })
      .join("L");
  return strokes.map(turn).sort().join("M");
}

function changed(thing: Thing, old: Thing, facts: Facts): Motion {
  const from = placeOf(old);
  if (facts.rolled) return { kind: "tumble", id: thing.id, from };
  const quarters = quartersBetween(old, thing);
  if (quarters !== null) return { kind: "slide", id: thing.id, from, quarters };
  if (isCard(thing)) return { kind: "flip", id: thing.id, before: old, from };
  return same(thing, old)
    ? { kind: "change", id: thing.id }
    : { kind: "slide", id: thing.id, from };
}

/** Everything that is to be seen moving on the way from one scene to the next. */
export function motions(before: Scene, after: Scene, facts: Facts = {}): Motion[] {
  if (before.width !== after.width || before.height !== after.height) return [];
  const from = origins(before, after, facts);
  const old = new Map(before.elements.map((thing) => [thing.id, thing]));
  const list: Motion[] = [];
  for (const thing of after.elements) {
    if (!isMovable(thing)) continue;
    const origin = from.get(thing.id) ?? old.get(thing.id);
    if (!origin) list.push({ kind: "appear", id: thing.id });
    else if (lookKey(origin) !== lookKey(thing)) list.push(changed(thing, origin, facts));
    else if (!same(thing, origin)) {
      list.push({ kind: "slide", id: thing.id, from: placeOf(origin) });
    }
  }
  return list;
}

/**
 * The things of a preview that are not as they are now, and the ids of those they replace.
 *
 * What was picked first may be a mere tool, such as a card: if it works on other things, those are
 * shown and not how the cards in the hand close up.
 */
export function differences(
  now: Scene,
  then: Scene,
  picked: readonly Thing[] = [],
): { ghosts: Thing[]; leaving: Set<string> } {
  const old = new Map(now.elements.map((thing) => [thing.id, thing]));
  const all = then.elements.filter(
    (thing) => isMovable(thing) && differs(old.get(thing.id), thing),
  );
  const tool = picked[0] && kindOf(picked[0].id);
  const others = all.filter((thing) => kindOf(thing.id) !== tool);
  const ghosts = others.length ? others : all;
  const kept = new Set(then.elements.map((thing) => thing.id));
  const leaving = new Set(ghosts.map((thing) => thing.id).filter((id) => old.has(id)));
  for (const thing of picked) if (isMovable(thing) && !kept.has(thing.id)) leaving.add(thing.id);
  return { ghosts, leaving };
}

function differs(before: Thing | undefined, after: Thing): boolean {
  return !before || !same(before, after) || lookKey(before) !== lookKey(after);
}

/** The next thing in a direction of the arrow keys, the nearest along a widening cone. */
export function neighbour(
  from: { x: number; y: number },
  things: Thing[],
  direction: "up" | "down" | "left" | "right",
): Thing | undefined {
  const [dx, dy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[direction] as [
    number,
    number,
  ];
  let best: Thing | undefined;
  let least = Infinity;
  for (const thing of things) {
    const [x, y] = [thing.x - from.x, thing.y - from.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead < 1) continue;
    const cost = ahead + aside * 2.5;
    if (cost < least) [best, least] = [thing, cost];
  }
  return best;
}
