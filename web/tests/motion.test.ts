import { describe, expect, it } from "vitest";

import { differences, motions, neighbour, shortest } from "../src/model/motion";
import {
  type Scene,
  type Thing,
  byChoice,
  isDot,
  look,
  paint,
  roomOf,
  targets,
  turnedRoom,
} from "../src/model/scene";

function piece(id: string, x: number, y: number, face = "red", more: Partial<Thing> = {}): Thing {
  const shapes = [{ tag: "circle" as const, attributes: { cx: 0, cy: 0, r: 10, fill: face } }];
  return { id, x, y, role: "piece", kind: "pawn", face, shapes, ...more };
}

const origin = { x: 0, y: 0, turn: 0, scale: 1 };

function scene(...elements: Thing[]): Scene {
  return { width: 100, height: 100, title: "", elements };
}

describe("motion between two scenes", () => {
  it("slides a thing that keeps its id", () => {
    const found = motions(scene(piece("a", 0, 0)), scene(piece("a", 30, 0)));
    expect(found).toEqual([{ kind: "slide", id: "a", from: origin }]);
  });

  it("finds a thing whose id goes by its square again by its kind and face", () => {
    const before = scene(piece("piece-e3", 0, 0), piece("piece-a1", 50, 50, "blue"));
    const after = scene(piece("piece-e5", 0, 20), piece("piece-a1", 50, 50, "blue"));
    expect(motions(before, after)).toEqual([{ kind: "slide", id: "piece-e5", from: origin }]);
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
    const before = scene(piece("hand-1", 0, 50, "red"), piece("hand-2", 10, 50, "blue"));
    const after = scene(piece("hand-1", 0, 50, "blue"), piece("row-1", 5, 50, "red"));
    expect(motions(before, after).map((motion) => [motion.kind, motion.id])).toEqual([
      ["slide", "hand-1"],
      ["slide", "row-1"],
    ]);
  });

  it("lets a new card appear where another went away", () => {
    const before = scene(piece("hand-1", 0, 50, "red"), piece("hand-2", 10, 50, "blue"));
    const after = scene(piece("hand-1", 0, 50, "blue"), piece("hand-2", 10, 50, "gold"));
    expect(motions(before, after).map((motion) => motion.kind)).toEqual(["slide", "appear"]);
  });

  it("believes the server before any look", () => {
    const before = scene(piece("a", 0, 0), piece("b", 10, 0));
    const after = scene(piece("c", 20, 0), piece("b", 10, 0));
    const found = motions(before, after, { moved: { c: "a" } });
    expect(found).toContainEqual({ kind: "slide", id: "c", from: origin });
  });

  it("tumbles dice that were rolled, turns cards over, lets new things appear", () => {
    const of = (kind: string, face: string): Scene => scene(piece("a", 0, 0, face, { kind }));
    const rolled = { rolled: true };
    expect(motions(of("die", "black"), of("die", "black 5"), rolled)[0]?.kind).toBe("tumble");
    expect(motions(of("die", "black"), of("die", "black 5"))[0]?.kind).toBe("change");
    expect(motions(of("card", "back"), of("card", "red"), rolled)[0]?.kind).toBe("flip");
    expect(motions(of("disc", "red 1"), of("disc", "red 1 stuck"), rolled)[0]?.kind).toBe("change");
    expect(motions(scene(), scene(piece("a", 0, 0)))).toEqual([{ kind: "appear", id: "a" }]);
  });

  it("slides what turns or changes its size on the spot", () => {
    const tile = (turn: number, scale = 1): Scene =>
      scene(piece("t", 0, 0, "red", { turn, scale }));
    expect(motions(tile(90), tile(0))).toEqual([
      { kind: "slide", id: "t", from: { x: 0, y: 0, turn: 90, scale: 1 } },
    ]);
    expect(motions(tile(0, 0.5), tile(0))).toHaveLength(1);
    expect(motions(tile(90), tile(90))).toEqual([]);
  });

  it("turns by the shorter way", () => {
    expect(shortest(0, 90)).toBe(90);
    expect(shortest(0, 270)).toBe(-90);
    expect(shortest(270, 0)).toBe(90);
    expect(Math.abs(shortest(0, 180))).toBe(180);
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
    const card = { kind: "card" };
    const hand = [piece("card-1", 0, 50, "M1", card), piece("card-2", 10, 50, "P2", card)] as const;
    const before = scene(...now.elements, ...hand);
    const after = scene(piece("a-1", 0, 0, "blue"), piece("card-2", 5, 50, "P2", card));
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

  it("takes the room that the server says, as it lies", () => {
    const card = piece("a", 0, 0, "red", { box: [-10, -20, 30, 40, 4] });
    expect(roomOf(card)).toEqual([-10, -20, 30, 40, 4]);
    expect(turnedRoom({ ...card, turn: 90 })).toEqual([-20, -10, 40, 30, 4]);
    expect(turnedRoom({ ...card, turn: 180 })).toEqual([-20, -20, 30, 40, 4]);
    expect(turnedRoom({ ...card, turn: 2 })).toEqual([-10, -20, 30, 40, 4]);
    expect(roomOf(piece("line", 0, 0))[2]).toBeGreaterThan(0);
  });

  it("is marked by a dot if it is an empty square", () => {
    expect(isDot(piece("e3", 0, 0, "", { role: "place", kind: "square" }))).toBe(true);
    expect(isDot(piece("pile", 0, 0, "", { role: "place", kind: "pile" }))).toBe(false);
    expect(isDot(piece("piece", 0, 0, "", { kind: "square" }))).toBe(false);
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
