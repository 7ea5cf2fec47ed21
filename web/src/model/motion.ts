/** What moved between two scenes, found from ids, what things are and what the server says. */

import { type Scene, type Thing, alike } from "./scene";

export interface Place {
  x: number;
  y: number;
  turn: number;
  scale: number;
}

export type Motion =
  | { kind: "slide"; id: string; from: Place }
  | { kind: "run"; id: string; from: Place; by: Place[] }
  | { kind: "appear"; id: string }
  | { kind: "flip"; id: string; before: Thing; from: Place }
  | { kind: "tumble"; id: string; from: Place }
  | { kind: "change"; id: string };

export interface Facts {
  /** New id → the id it had before, where the server knows. */
  moved?: Record<string, string>;
  /** Whether chance decided something between the two scenes. */
  rolled?: boolean;
  /** A thing that passes other things on its way. */
  along?: { id: string; by: string[] } | undefined;
  /** Things that leave the table, and the thing they go to. */
  leaving?: { ids: string[]; to: string } | undefined;
}

export function placeOf(thing: Thing): Place {
  return { x: thing.x, y: thing.y, turn: thing.turn ?? 0, scale: thing.scale ?? 1 };
}

function same(a: Thing, b: Thing): boolean {
  const [one, other] = [placeOf(a), placeOf(b)];
  return (["x", "y", "turn", "scale"] as const).every((name) => one[name] === other[name]);
}

function isMovable(thing: Thing): boolean {
  return thing.role === "piece";
}

/** The nearest of the things that are gone from their place and look like this one. */
function nearest(thing: Thing, lost: Thing[]): Thing | undefined {
  const away = (other: Thing) => Math.hypot(other.x - thing.x, other.y - thing.y);
  return lost.filter((other) => alike(other, thing)).sort((a, b) => away(a) - away(b))[0];
}

/** Pairs things with where they came from: by the server's word, by id, or with the nearest equal. */
function origins(before: Scene, after: Scene, facts: Facts): Map<string, Thing> {
  const old = new Map(before.elements.map((thing) => [thing.id, thing]));
  const found = new Map<string, Thing>();
  const open: Thing[] = [];
  for (const thing of after.elements.filter(isMovable)) {
    const told = old.get(facts.moved?.[thing.id] ?? "");
    const kept = old.get(thing.id);
    if (told) found.set(thing.id, told);
    else if (kept && alike(kept, thing)) found.set(thing.id, kept);
    else open.push(thing);
  }
  const taken = new Set([...found.values()].map((thing) => thing.id));
  let lost = before.elements.filter((thing) => isMovable(thing) && !taken.has(thing.id));
  const kept = (thing: Thing) => lost.find((other) => other.id === thing.id);
  for (const match of [(thing: Thing) => nearest(thing, lost), kept]) {
    for (const thing of open.filter((one) => !found.has(one.id))) {
      const origin = match(thing);
      if (!origin) continue;
      found.set(thing.id, origin);
      lost = lost.filter((other) => other !== origin);
    }
  }
  return found;
}

/** A thing that shows another face: a die was rolled, a card turned over. */
function changed(thing: Thing, old: Thing, facts: Facts): Motion {
  const from = placeOf(old);
  // What comes from a pile or a bank was not seen there.
  if (!isMovable(old))
    return { kind: "slide", id: thing.id, from: { ...placeOf(thing), x: from.x, y: from.y } };
  if (thing.kind === "die" && facts.rolled) return { kind: "tumble", id: thing.id, from };
  if (thing.kind === "card") return { kind: "flip", id: thing.id, before: old, from };
  return same(thing, old)
    ? { kind: "change", id: thing.id }
    : { kind: "slide", id: thing.id, from };
}

/** The places of what a thing passes, its start and its end apart. */
function passed(scene: Scene, ids: string[]): Place[] {
  const found = new Map(scene.elements.map((thing) => [thing.id, thing]));
  return ids.slice(1).flatMap((id) => {
    const thing = found.get(id);
    return thing ? [placeOf(thing)] : [];
  });
}

/** A thing that leaves the table, and where it is kept from now on. */
export interface Leaving {
  thing: Thing;
  to: Thing;
}

/** Things of the scene before that leave the table, each with where it goes. */
export function departures(before: Scene, facts: Facts): Leaving[] {
  const to = before.elements.find((thing) => thing.id === facts.leaving?.to);
  if (!to) return [];
  const ids = new Set(facts.leaving?.ids);
  return before.elements.filter((thing) => ids.has(thing.id)).map((thing) => ({ thing, to }));
}

/** Everything that is to be seen moving on the way from one scene to the next. */
export function motions(before: Scene, after: Scene, facts: Facts = {}): Motion[] {
  if (before.width !== after.width || before.height !== after.height) return [];
  const from = origins(before, after, facts);
  const list: Motion[] = [];
  for (const thing of after.elements.filter(isMovable)) {
    const origin = from.get(thing.id);
    const by = origin && facts.along?.id === thing.id ? passed(after, facts.along.by) : [];
    if (!origin) list.push({ kind: "appear", id: thing.id });
    else if (by.length > 1) list.push({ kind: "run", id: thing.id, from: placeOf(origin), by });
    else if (!alike(origin, thing)) list.push(changed(thing, origin, facts));
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
  const others = all.filter((thing) => thing.kind !== picked[0]?.kind);
  const ghosts = others.length ? others : all;
  const kept = new Set(then.elements.map((thing) => thing.id));
  const leaving = new Set(ghosts.map((thing) => thing.id).filter((id) => old.has(id)));
  for (const thing of picked) if (isMovable(thing) && !kept.has(thing.id)) leaving.add(thing.id);
  return { ghosts, leaving };
}

function differs(before: Thing | undefined, after: Thing): boolean {
  return !before || !same(before, after) || !alike(before, after);
}

/** The angle from one direction to another by the shorter way, from -180 to 180. */
export function shortest(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
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
