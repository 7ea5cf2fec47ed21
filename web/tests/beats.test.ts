import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { type Beat, changed, pictures } from "../src/model/beats";
import { departures, motions } from "../src/model/motion";
import type { Scene, Thing } from "../src/model/scene";
import { Telling } from "../src/telling.svelte";

function thing(id: string, x = 0, y = 0, more: Partial<Thing> = {}): Thing {
  return { id, x, y, role: "piece", kind: "card", face: "red", shapes: [], ...more };
}

function scene(...elements: Thing[]): Scene {
  return { width: 100, height: 100, title: "", elements };
}

function beat(kind: string, more: Partial<Beat> = {}): Beat {
  const plain = { ms: 1000, ply: 1, text: kind, things: [], origins: {}, along: [], to: null };
  return { kind, scene: null, ...plain, ...more };
}

describe("the pictures of beats", () => {
  const before = scene(thing("a"), thing("b"));
  const after = scene(thing("b"));

  it("changes, adds and drops elements", () => {
    const next = changed(before, { changed: [thing("b", 9), thing("c")], gone: ["a"] });
    expect(next.elements.map((one) => [one.id, one.x])).toEqual([
      ["b", 9],
      ["c", 0],
    ]);
  });

  it("shows a moment of its own before the state", () => {
    const clash = beat("clash", { scene: { changed: [thing("c")], gone: [] } });
    const same = beat("again", { scene: { changed: [], gone: [] } });
    const found = pictures(before, [clash, same, beat("take")], after);
    expect(found[0]?.scene.elements.map((one) => one.id)).toEqual(["a", "b", "c"]);
    expect(found[1]?.scene).toBe(found[0]?.scene);
    expect(found[2]?.scene).toBe(after);
  });

  it("says what rolls, what runs along and what leaves", () => {
    const [roll, run, take] = pictures(
      before,
      [
        beat("roll"),
        beat("hop", { things: ["a"], along: ["s", "t"] }),
        beat("take", { things: ["a"], to: "b" }),
      ],
      after,
    );
    expect(roll?.facts.rolled).toBe(true);
    expect(run?.facts.along).toEqual({ id: "a", by: ["s", "t"] });
    expect(departures(before, take?.facts ?? {}).map((one) => one.thing.id)).toEqual(["a"]);
  });
});

describe("motion that beats know of", () => {
  const squares = [1, 2, 3].map((n) =>
    thing(`s${n}`, 10 * n, 0, { role: "place", kind: "square" }),
  );

  it("runs along the hops of a jump", () => {
    const before = scene(...squares, thing("p", 10, 0));
    const after = scene(...squares, thing("p", 30, 0));
    const facts = { along: { id: "p", by: ["s1", "s2", "s3"] } };
    const [run] = motions(before, after, facts);
    expect(run).toMatchObject({ kind: "run", id: "p" });
    expect(run?.kind === "run" && run.by.map((place) => place.x)).toEqual([20, 30]);
  });

  it("draws a card from a pile without turning the pile over", () => {
    const pile = thing("stack", 90, 0, { role: "info", kind: "pile" });
    const found = motions(scene(pile), scene(pile, thing("h", 5, 5)), { moved: { h: "stack" } });
    expect(found).toEqual([{ kind: "slide", id: "h", from: { x: 90, y: 0, turn: 0, scale: 1 } }]);
  });
});

describe("telling", () => {
  const before = scene(thing("a"));
  const after = scene(thing("a", 50));
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("document", {
      hidden: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("gives each beat its breath", async () => {
    const telling = new Telling();
    const told = telling.tell(before, [beat("one"), beat("two")], after, "normal");
    expect(telling.beat?.kind).toBe("one");
    await vi.advanceTimersByTimeAsync(990);
    expect(telling.beat?.kind).toBe("one");
    await vi.advanceTimersByTimeAsync(20);
    expect(telling.beat?.kind).toBe("two");
    await vi.advanceTimersByTimeAsync(1000);
    expect(await told).toBe(true);
    expect(telling.beat).toBe(null);
  });

  it("goes on at once when skipped, and half as long when fast", async () => {
    const telling = new Telling();
    const told = telling.tell(before, [beat("one"), beat("two")], after, "fast");
    telling.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect(telling.beat?.kind).toBe("two");
    await vi.advanceTimersByTimeAsync(510);
    expect(await told).toBe(true);
  });

  it("shows nothing when it is off", async () => {
    const telling = new Telling();
    expect(await telling.tell(before, [beat("one")], after, "off")).toBe(true);
    expect(telling.scene).toBe(null);
  });

  it("stops when something else comes up", async () => {
    const telling = new Telling();
    const told = telling.tell(before, [beat("one"), beat("two")], after, "normal");
    telling.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(await told).toBe(false);
    expect(telling.scene).toBe(null);
  });
});
