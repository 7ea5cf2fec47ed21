import { describe, expect, it } from "vitest";

import {
  type Room,
  type Row,
  across,
  amount,
  bars,
  curve,
  heightOf,
  largest,
  mistakes,
  plyAt,
} from "../src/model/review";
import { Scrubbing } from "../src/reading.svelte";

const room: Room = { width: 130, left: 30, top: 10, floor: 90, middle: 120, reach: 20 };

function row(ply: number, more: Partial<Row>): Row {
  return {
    ...{ ply, kind: "move", seat: 0, text: "a", said: "", judgement: "", best: null, cost: 0 },
    ...{ why: "", value: [0.5, 0.5], luck: [0, 0], decision: [0, 0], unknown: [0, 0] },
    gift: [0, 0],
    ...more,
  } as Row;
}

const rows = [
  row(1, { judgement: "blunder", value: [0, 1], decision: [-0.4, 0] }),
  row(2, { judgement: "mistake", seat: 1, value: [1, 0], luck: [0.2, -0.2] }),
  row(3, { judgement: "good" }),
];

describe("the graph of a review", () => {
  it("finds the ply under the pointer, and stays within the game", () => {
    for (const ply of [0, 1, 2, 3]) expect(plyAt(room, across(room, ply, 3), 3)).toBe(ply);
    expect(plyAt(room, -50, 3)).toBe(0);
    expect(plyAt(room, 999, 3)).toBe(3);
    expect(plyAt(room, 50, 0)).toBe(0);
  });

  it("draws the expectation of a seat from its start on", () => {
    expect(curve(room, 0.5, rows.slice(0, 2), 0, 2)).toBe("M30.0 50.0L80.0 90.0L130.0 10.0");
    expect(curve(room, 0.5, [], 0, 2)).toBe("");
    expect(heightOf(room, 1.7)).toBe(room.top);
  });

  it("draws luck upwards, losses downwards, and nothing where there is none", () => {
    const most = largest(rows, 0);
    expect(most).toBe(0.4);
    expect(bars(room, rows, (one) => one.luck[0] ?? 0, 0, 4, most)).toMatch(/v-10\.0h/);
    expect(bars(room, rows, (one) => one.decision[0] ?? 0, 1, 4, most)).toMatch(/v20\.0h/);
    expect(bars(room, rows.slice(2), (one) => one.luck[0] ?? 0, 0, 4, most)).toBe("");
    expect(largest([], 0)).toBe(0.1);
  });
});

describe("the figures of a review", () => {
  it("lists the mistakes of one seat", () => {
    expect(mistakes(rows, 0).map((one) => one.ply)).toEqual([1]);
    expect(mistakes(rows, 1).map((one) => one.ply)).toEqual([2]);
  });

  it("writes signs, and none for nought", () => {
    expect([amount(0.184), amount(-0.3), amount(-0.001)]).toEqual(["+0.18", "−0.30", "0.00"]);
  });
});

describe("scrubbing", () => {
  it("asks for one thing at a time and shows the newest wish", async () => {
    const asked: string[] = [];
    const answers: ((value: string) => void)[] = [];
    const scrubbing = new Scrubbing<string>(
      (wish) => (asked.push(wish), new Promise((done) => answers.push(done))),
      () => undefined,
    );
    for (const wish of ["1", "2", "3"]) scrubbing.show(wish);
    expect(asked).toEqual(["1"]);
    answers[0]?.("one");
    await new Promise((done) => setTimeout(done));
    expect(asked).toEqual(["1", "3"]);
    expect(scrubbing.shown).toBe(null);
    answers[1]?.("three");
    await new Promise((done) => setTimeout(done));
    expect(scrubbing.shown).toBe("three");
    scrubbing.show("1");
    expect(scrubbing.shown).toBe("one");
    expect(asked.length).toBe(2);
  });

  it("says what went wrong and goes on with the next wish", async () => {
    const told: string[] = [];
    const scrubbing = new Scrubbing<string>(
      (wish) => (wish === "1" ? Promise.reject(new Error("no")) : Promise.resolve(wish)),
      (text) => told.push(text),
    );
    scrubbing.show("1");
    scrubbing.show("2");
    await new Promise((done) => setTimeout(done));
    expect(told).toEqual(["no"]);
    expect(scrubbing.shown).toBe("2");
  });
});
