/** Scenes as the server draws them, and what can be read off their shapes. */

export type Role = "board" | "place" | "piece" | "info";

export interface Shape {
  tag: "rect" | "circle" | "path" | "text";
  attributes: Record<string, string | number>;
  text?: string;
}

export interface Thing {
  id: string;
  x: number;
  y: number;
  shapes: Shape[];
  label?: string;
  choice?: string | null;
  role: Role;
  turn?: number;
  layer?: number;
}

export interface Scene {
  width: number;
  height: number;
  title: string;
  elements: Thing[];
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  round: number;
}

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

function number(shape: Shape, name: string): number {
  return Number(shape.attributes[name] ?? 0);
}

function boxOf(shape: Shape): Box | null {
  if (shape.attributes["fill"] === "shadow") return null;
  const moved = /translate\(([-\d.e]+)[ ,]([-\d.e]+)\)(?: scale\(([-\d.e]+)\))?/.exec(
    String(shape.attributes["transform"] ?? ""),
  );
  const scale = Number(moved?.[3] ?? 1);
  const [dx, dy] = [Number(moved?.[1] ?? 0), Number(moved?.[2] ?? 0)];
  if (shape.tag === "circle") {
    const r = number(shape, "r") * scale;
    const x = number(shape, "cx") * scale + dx - r;
    return { x, y: number(shape, "cy") * scale + dy - r, width: 2 * r, height: 2 * r, round: r };
  }
  if (shape.tag !== "rect") return null;
  return {
    x: number(shape, "x") * scale + dx,
    y: number(shape, "y") * scale + dy,
    width: number(shape, "width") * scale,
    height: number(shape, "height") * scale,
    round: number(shape, "rx") * scale,
  };
}

/** The room a thing takes up around its own place, its shadow apart; null if it is all lines. */
export function boundsOf(thing: Thing): Box | null {
  const boxes = thing.shapes.map(boxOf).filter((box) => box !== null);
  return boxes.length ? boxes.reduce(around) : null;
}

function around(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.width, other.x + other.width);
  const below = Math.max(one.y + one.height, other.y + other.height);
  const round = other.width > one.width ? other.round : one.round;
  return { x, y, width: right - x, height: below - y, round };
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
    const alike = (thing: Thing) =>
      thing === top ||
      (thing.choice === choice &&
        thing.role === top.role &&
        (thing.x !== top.x || thing.y !== top.y));
    found.set(choice, scene.elements.filter(alike));
  }
  return found;
}

/** A text that is equal for things that look the same, whatever number is written beside them. */
export function lookKey(thing: Thing): string {
  return JSON.stringify(thing.shapes.filter((shape) => shape.tag !== "text"));
}
