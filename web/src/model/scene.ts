/** Scenes as the server draws them. */

import type { ElementMessage, SceneMessage, ShapeMessage } from "../wire.gen";

export type Role = Thing["role"];
export type Shape = ShapeMessage;
export type Thing = ElementMessage;
export type Scene = SceneMessage;
/** The room a thing takes around its place before it is turned: x, y, width, height, roundness. */
export type Box = NonNullable<Thing["box"]>;

/** The things from the lowest layer to the highest. */
export function ordered(scene: Scene): Thing[] {
  return [...scene.elements].sort((a, b) => (a.layer ?? 0) - (b.layer ?? 0));
}

/** A paint by name as a colour of the stylesheet. */
export function paint(name: string): string {
  return name === "none" ? name : `var(--paint-${name.replace(".", "-")})`;
}

/** The attributes of a shape with its paints resolved. */
export function look(shape: Shape): Record<string, string | number> {
  const { fill, stroke, opacity, ...rest } = shape.attributes;
  const painted: Record<string, string | number> = rest;
  if (fill !== undefined) painted["fill"] = paint(String(fill));
  if (stroke !== undefined) painted["stroke"] = paint(String(stroke));
  // A group of its own for one translucent paint would cost the browser dearly.
  if (opacity !== undefined) painted[translucent(fill, stroke)] = opacity;
  return painted;
}

function translucent(fill?: string | number, stroke?: string | number): string {
  if (stroke === undefined || stroke === "none") return "fill-opacity";
  return fill === "none" ? "stroke-opacity" : "opacity";
}

const SOME: Box = [-22, -22, 44, 44, 8];

/** The room a thing takes around its place, and some for one that is all lines. */
export function roomOf(thing: Thing): Box {
  return thing.box ?? SOME;
}

/** The room a thing takes as it lies, turned by quarters. */
export function turnedRoom(thing: Thing): Box {
  let [x, y, width, height, round] = roomOf(thing);
  for (let turn = thing.turn ?? 0; turn >= 45; turn -= 90) {
    [x, y, width, height] = [-y - height, x, height, width];
  }
  return [x, y, width, height, round];
}

/** Whether two things look the same, whatever number is written beside them. */
export function alike(one: Thing, other: Thing): boolean {
  return one.kind === other.kind && one.face === other.face;
}

/** Whether a thing is marked by a dot when it can be picked; all others are by a ring. */
export function isDot(thing: Thing): boolean {
  return thing.role === "place" && thing.kind === "square";
}

/** For each choice the thing one picks: the uppermost that bears it. */
export function byChoice(scene: Scene): Map<string, Thing> {
  const found = new Map<string, Thing>();
  for (const thing of ordered(scene)) if (thing.choice) found.set(thing.choice, thing);
  return found;
}

/** For each choice all things one can pick for it: equal ones may lie side by side. */
export function targets(scene: Scene): Map<string, Thing[]> {
  const found = new Map<string, Thing[]>();
  for (const [choice, top] of byChoice(scene)) {
    const equal = (thing: Thing) =>
      thing === top ||
      (thing.choice === choice &&
        thing.role === top.role &&
        (thing.x !== top.x || thing.y !== top.y));
    found.set(choice, scene.elements.filter(equal));
  }
  return found;
}

/** The choice to which a part of the picture belongs. */
export function choiceAt(target: EventTarget | null): string | null {
  return (
    (target as Element | null)?.closest<SVGGElement>("[data-choice]")?.dataset["choice"] ?? null
  );
}
