import { describe, expect, it } from "vitest";

import { differences, motions, neighbour, quartersBetween } from "../src/model/motion";
import {
  type Scene,
  type Thing,
  boundsOf,
  byChoice,
  look,
  paint,
  targets,
} from "../src/model/scene";

function piece(id: string, x: number, y: number, fill = "red", more: Partial<Thing> = {}): Thing {
  const shapes = [{ tag: "circle" as const, attributes: { cx: 0, cy: 0, r: 10, fill } }];
  return { id, x, y, role: "piece", shapes, ...more };
}

function tile(id: string, x: number, d: string): Thing {
  const ground = {
    tag: "rect" as const,
    attributes: { x: -9, y: -9, width: 18, height: 18, fill: "ivory" },
  };
  return { id, x, y: 0, role: "piece", shapes: [ground, { tag: "path", attributes: { d } }] };
}

function scene(...elements: Thing[]): Scene {
  return { width: 100, height: 100, title: "", elements };
}

describe("motion between two scenes", () => {
  it("slides a thing that keeps its id", () => {
    const found = motions(scene(piece("a", 0, 0)), scene(piece("a", 30, 0)));
    expect(found).toEqual([{ kind: "slide", id: "a", from: { x: 0, y: 0, turn: 0 } }]);
  });

  it("finds a thing whose id goes by its square again by its look", () => {
    const before = scene(piece("piece-e3", 0, 0), piece("piece-a1", 50, 50, "blue"));
    const after = scene(piece("piece-e5", 0, 20), piece("piece-a1", 50, 50, "blue"));
    expect(motions(before, after)).toEqual([
      { kind: "slide", id: "piece-e5", from: { x: 0, y: 0, turn: 0 } },
    ]);
  });

  it("shows how the pawns of a line make room", () => {
    const before = scene(
      piece("p-1", 0, 0, "red"),
      piece("p-2", 10, 0, "blue"),
      piece("p-3", 20, 0, "green"),
    );
    const after = scene(
      piece("p-1", 0, 0, "blue"),
      piece("p-2", 10, 0, "green"),
      piece("p-3", 20, 0, "red"),
    );
    const from = motions(before, after).map((motion) => "from" in motion && motion.from.x);
    expect(from).toEqual([10, 20, 0]);
  });

  it("lets the cards of a hand close up though they are numbered anew", () => {
    const card = (id: string, x: number, fill: string, number: string): Thing => {
      const thing = piece(id, x, 50, fill);
      return { ...thing, shapes: [...thing.shapes, { tag: "text", attributes: {}, text: number }] };
    };
    const before = scene(card("hand-1", 0, "red", "1"), card("hand-2", 10, "blue", "2"));
    const after = scene(card("hand-1", 0, "blue", "1"), card("row-1", 5, "red", "1"));
    expect(motions(before, after).map((motion) => [motion.kind, motion.id])).toEqual([
      ["slide", "hand-1"],
      ["slide", "row-1"],
    ]);
  });

  it("believes the server before any look", () => {
    const before = scene(piece("a", 0, 0), piece("b", 10, 0));
    const after = scene(piece("c", 20, 0), piece("b", 10, 0));
    const found = motions(before, after, { moved: { c: "a" } });
    expect(found).toContainEqual({ kind: "slide", id: "c", from: { x: 0, y: 0, turn: 0 } });
  });

  it("tumbles dice, turns cards over, lets new things appear", () => {
    const card = (fill: string): Thing => ({
      ...piece("card", 0, 0),
      shapes: [{ tag: "rect", attributes: { x: -10, y: -16, width: 20, height: 32, fill } }],
    });
    const rolled = motions(scene(piece("die", 0, 0)), scene(piece("die", 0, 0, "ivory")), {
      rolled: true,
    });
    expect(rolled[0]?.kind).toBe("tumble");
    expect(motions(scene(card("red")), scene(card("blue")))[0]?.kind).toBe("flip");
    expect(motions(scene(), scene(piece("a", 0, 0)))).toEqual([{ kind: "appear", id: "a" }]);
  });

  it("turns a tile by the quarters that its roads turned", () => {
    const straight = tile("t", 0, "M0 0L0 -9M0 0L9 0");
    expect(quartersBetween(straight, tile("t", 0, "M0 0L9 0M0 0L0 9"))).toBe(1);
    expect(quartersBetween(straight, tile("t", 0, "M0 0L-9 0M0 0L0 -9"))).toBe(-1);
    expect(quartersBetween(straight, tile("t", 0, "M0 0L0 9M0 0L0 -9"))).toBeNull();
    expect(motions(scene(straight), scene(tile("t", 0, "M0 0L9 0M0 0L0 9")))).toEqual([
      { kind: "slide", id: "t", from: { x: 0, y: 0, turn: 0 }, quarters: 1 },
    ]);
  });

  it("brings what is new from what was picked", () => {
    const hand = [
      piece("hand-1", 0, 50, "red", { choice: "hand:1" }),
      piece("hand-2", 10, 50, "blue"),
    ];
    const after = scene(piece("hand-1", 0, 50, "blue"), piece("row-1", 5, 0, "gold"));
    expect(motions(scene(...hand), after, { path: ["hand:1", "seen"] })).toContainEqual({
      kind: "slide",
      id: "row-1",
      from: { x: 0, y: 50, turn: 0 },
    });
  });

  it("does not move the board itself", () => {
    const board = piece("board", 0, 0, "board", { role: "board" });
    expect(motions(scene(board), scene({ ...board, x: 5 }))).toEqual([]);
  });
});

describe("a preview", () => {
  const now = scene(piece("a-1", 0, 0), piece("b-1", 10, 0), piece("c-1", 20, 0));

  it("shows what would be elsewhere or other, and that the picked thing would leave", () => {
    const then = scene(piece("a-1", 0, 0), piece("b-1", 10, 0, "blue"), piece("d-1", 30, 0));
    const { ghosts, leaving } = differences(now, then, [piece("c-1", 20, 0)]);
    expect(ghosts.map((thing) => thing.id)).toEqual(["b-1", "d-1"]);
    expect([...leaving]).toEqual(["b-1", "c-1"]);
  });

  it("does not show how the hand closes up when a card works on other things", () => {
    const hand = [piece("card-1", 0, 50), piece("card-2", 10, 50)] as const;
    const before = scene(...now.elements, ...hand);
    const after = scene(piece("a-1", 0, 0, "blue"), piece("card-2", 5, 50));
    const { ghosts, leaving } = differences(before, after, [hand[0]]);
    expect(ghosts.map((thing) => thing.id)).toEqual(["a-1"]);
    expect([...leaving]).toEqual(["a-1", "card-1"]);
  });
});

describe("arrow keys", () => {
  const things = [
    piece("right", 20, 2),
    piece("far", 60, 0),
    piece("down", 3, 25),
    piece("aside", 12, 40),
  ];

  it("go to the nearest thing in their direction", () => {
    expect(neighbour({ x: 0, y: 0 }, things, "right")?.id).toBe("right");
    expect(neighbour({ x: 0, y: 0 }, things, "down")?.id).toBe("down");
    expect(neighbour({ x: 0, y: 0 }, things, "left")).toBeUndefined();
  });
});

describe("a thing", () => {
  it("is as good as its equals beside it", () => {
    const cards = [
      piece("a", 0, 0, "red", { choice: "R" }),
      piece("b", 30, 0, "red", { choice: "R" }),
    ];
    expect(targets(scene(...cards)).get("R")).toEqual(cards);
  });

  it("has bounds without its shadow, moved and scaled as drawn", () => {
    const thing = piece("a", 0, 0);
    thing.shapes.push({ tag: "circle", attributes: { cx: 0, cy: 0, r: 50, fill: "shadow" } });
    expect(boundsOf(thing)).toEqual({ x: -10, y: -10, width: 20, height: 20, round: 10 });
    const moved = { r: 2, fill: "red", transform: "translate(5 6) scale(2)" };
    const small = { ...thing, shapes: [{ tag: "circle" as const, attributes: moved }] };
    expect(boundsOf(small)).toEqual({ x: 1, y: 2, width: 8, height: 8, round: 4 });
    expect(boundsOf({ ...thing, shapes: [] })).toBeNull();
  });

  it("is picked where it lies uppermost", () => {
    const under = piece("square", 0, 0, "red", { choice: "e3", role: "place", layer: 1 });
    const top = piece("piece", 0, 0, "red", { choice: "e3", layer: 2 });
    expect(byChoice(scene(top, under)).get("e3")?.id).toBe("piece");
    expect(targets(scene(top, under)).get("e3")).toEqual([top]);
  });

  it("is translucent by its one paint, or as a whole if it has two", () => {
    const shape = (attributes: Record<string, string | number>) => ({
      tag: "rect" as const,
      attributes,
    });
    expect(look(shape({ fill: "red", opacity: 0.5 }))).toEqual({
      fill: "var(--paint-red)",
      "fill-opacity": 0.5,
    });
    expect(look(shape({ fill: "none", stroke: "ink", opacity: 0.5 }))["stroke-opacity"]).toBe(0.5);
    expect(look(shape({ fill: "red", stroke: "ink", opacity: 0.5 }))["opacity"]).toBe(0.5);
  });

  it("is painted by name", () => {
    expect(paint("red.ink")).toBe("var(--paint-red-ink)");
    expect(paint("none")).toBe("none");
  });
});
