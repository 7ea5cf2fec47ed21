import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { GameInfo, MatchEvent } from "../src/api";
import { Appearances } from "../src/fresh";
import { chanceAfter, extended, rolled, shortened, rows } from "../src/model/log";
import type { Tree } from "../src/model/walk";
import { seatCount, seatsOf } from "../src/model/wish";
import { Picking } from "../src/picking.svelte";
import { pageOf } from "../src/router.svelte";
import en from "../src/texts/en";
import es from "../src/texts/es";

const event = (kind: MatchEvent["kind"], more: Partial<MatchEvent> = {}): MatchEvent => ({
  seq: 1,
  at: 0,
  kind,
  ...more,
});

describe("the list of moves", () => {
  it("grows by ply, whatever lies between", () => {
    const list = extended(
      [],
      [
        event("created"),
        event("chance", { ply: 1, text: null }),
        event("move", { ply: 2, seat: 0, text: "e3*" }),
      ],
    );
    expect(list.map((entry) => [entry.ply, entry.seat, entry.text])).toEqual([
      [1, null, null],
      [2, 0, "e3*"],
    ]);
  });

  it("is cut by a takeback and goes on from there", () => {
    const list = extended(
      [],
      [
        event("move", { ply: 1, seat: 0, text: "a" }),
        event("move", { ply: 2, seat: 1, text: "b" }),
        event("takeback", { seat: 0, ply: 0 }),
        event("move", { ply: 1, seat: 0, text: "c" }),
      ],
    );
    expect(list.map((entry) => entry.text)).toEqual(["c"]);
  });

  it("says notation made of words in the language of the reader", () => {
    const shorts = [{ move: "keep (?<number>\\d+)", text: "conserva {number}" }];
    expect(shortened("keep 3", shorts)).toBe("conserva 3");
    expect(shortened("keep 3 up", shorts)).toBe("keep 3 up");
    expect(shortened("e3-e5[NS]", shorts)).toBe("e3-e5[NS]");
  });

  it("tells what chance decided after a move, but nothing hidden", () => {
    const list = extended(
      [],
      [
        event("chance", { ply: 1, text: "roll 6" }),
        event("move", { ply: 2, seat: 0, text: "keep 1" }),
        event("chance", { ply: 3, text: "roll 1 2" }),
        event("chance", { ply: 4, text: null }),
      ],
    );
    const shorts = [{ move: "roll (?<dice>[\\d ]+)", text: "dados {dice}" }];
    expect(chanceAfter(list, 2, shorts)).toBe("dados 1 2");
    expect(chanceAfter(list, 4, shorts)).toBe("");
  });

  it("knows when chance took part", () => {
    expect(rolled([event("move")])).toBe(false);
    expect(rolled([event("move"), event("chance")])).toBe(true);
  });
});

describe("the seats of a new match", () => {
  const wish = { opponent: "bot" as const, level: 3, begins: "me" as const, seats: 3, name: "Ana" };

  it("put first who is to begin", () => {
    expect(seatsOf(wish).map((seat) => seat.kind)).toEqual(["me", "bot", "bot"]);
    expect(seatsOf({ ...wish, begins: "other" }).map((seat) => seat.kind)).toEqual([
      "bot",
      "me",
      "bot",
    ]);
    expect(seatsOf({ ...wish, opponent: "here" }).map((seat) => seat.kind)).toEqual([
      "me",
      "me",
      "me",
    ]);
  });

  it("are as many as the option says", () => {
    const option = {
      name: "players",
      title: "",
      default: 2,
      values: [],
      data: false,
      sets_seats: true,
    };
    const game = { seats: [2, 3, 4], options: [option] } as unknown as GameInfo;
    expect(seatCount(game, { players: 4 })).toBe(4);
    expect(seatCount({ ...game, options: [] }, {})).toBe(2);
  });
});

describe("a move being built", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => vi.useRealTimers());

  const thing = (choice: string) => ({
    id: choice,
    x: 0,
    y: 0,
    shapes: [],
    role: "piece" as const,
    choice,
  });
  const table = { width: 1, height: 1, title: "", elements: [thing("e3"), thing("e5")] };
  const tree = { e3: { e5: { N: "e3-e5[N]", E: "e3-e5[E]" } }, pass: "pass" };

  function begin(
    choices: Tree = tree,
    question: (move: string) => string = () => "",
  ): { picking: Picking; played: string[]; refused: string[][] } {
    const played: string[] = [];
    const refused: string[][] = [];
    const picking = new Picking({
      play: (move) => played.push(move),
      explain: (path) => refused.push(path),
      question,
    });
    picking.reset(table, choices);
    return { picking, played, refused };
  }

  it("offers buttons for what is no thing on the table", () => {
    const { picking } = begin();
    expect(picking.options).toEqual(["e3", "pass"]);
    expect(picking.buttons).toEqual(["pass"]);
    expect(picking.turning).toBe(false);
  });

  it("turns a thing that has its place, and plays it when it is confirmed", () => {
    const { picking, played } = begin();
    picking.pick("e3");
    picking.pick("e5");
    expect([picking.turning, picking.candidate, picking.intended]).toEqual([true, "N", "e3-e5[N]"]);
    picking.turn(1);
    expect(picking.candidate).toBe("E");
    picking.turn(-1);
    expect(picking.candidate).toBe("N");
    vi.advanceTimersByTime(500);
    picking.confirm();
    expect(played).toEqual(["e3-e5[N]"]);
  });

  it("asks for no preview of what is only passed on the way", async () => {
    const asked: string[] = [];
    const foresee = (moves: string[]) => (asked.push(...moves), Promise.resolve([]));
    const picking = new Picking({ play: () => undefined, foresee });
    picking.reset(table, { e3: "e3", e5: "e5" });
    picking.pointed = "e3";
    const passed = picking.foresee();
    picking.pointed = "e5";
    const meant = picking.foresee();
    vi.advanceTimersByTime(100);
    await Promise.all([passed, meant]);
    expect(asked).toEqual(["e5"]);
  });

  it("is not placed by the key that has just brought it there", () => {
    const { picking, played } = begin();
    picking.pick("e3");
    picking.pick("e5");
    picking.confirm();
    expect(played).toEqual([]);
  });

  it("is put down by a second click; going on with the same thing takes a button", () => {
    const { picking, played } = begin({ e3: { e3: { N: "e3[N]", E: "e3[E]" }, e5: "e3-e5" } });
    picking.pick("e3");
    expect([picking.targets, picking.buttons]).toEqual([["e5"], ["e3"]]);
    picking.pick("e3");
    expect(picking.picks).toEqual([]);
    picking.pick("e3");
    picking.press("e3");
    expect(picking.turning).toBe(true);
    picking.pick("e3");
    expect(picking.picks).toEqual(["e3"]);
    expect(played).toEqual([]);
  });

  it("can ask before it is played", () => {
    const { picking, played } = begin(tree, (move) => (move === "pass" ? "Really?" : ""));
    picking.press("pass");
    expect(picking.asked?.text).toBe("Really?");
    picking.answer(false);
    expect([picking.asked, picking.picks, played]).toEqual([null, [], []]);
    picking.press("pass");
    picking.answer(true);
    expect(played).toEqual(["pass"]);
  });

  it("can be made by one drop", () => {
    const { picking, played } = begin();
    expect([picking.ends("pass"), picking.ends("e3")]).toEqual([true, false]);
    picking.pickAll(["e3", "e5", "E"]);
    expect(played).toEqual(["e3-e5[E]"]);
  });

  it("can be taken back step by step", () => {
    const { picking, played } = begin();
    picking.pick("e3");
    picking.pick("e5");
    picking.back();
    expect(picking.picks).toEqual(["e3"]);
    picking.pick("e3");
    expect(picking.picks).toEqual([]);
    expect(played).toEqual([]);
  });

  it("asks why when something cannot be picked", () => {
    const { picking, refused } = begin();
    picking.pick("e5");
    expect(refused).toEqual([["e5"]]);
  });
});

describe("what has just appeared", () => {
  it("takes no click for a while, unless it was there from the first", () => {
    const appearances = new Appearances();
    appearances.note(["a"], 0);
    expect(appearances.isFresh("a", 1)).toBe(false);
    appearances.note(["a", "b"], 1000);
    expect([appearances.isFresh("a", 1010), appearances.isFresh("b", 1010)]).toEqual([false, true]);
    expect(appearances.isFresh("b", 1400)).toBe(false);
    appearances.note(["b"], 2000);
    appearances.note(["a", "b"], 3000);
    expect([appearances.isFresh("a", 3010), appearances.isFresh("b", 3010)]).toEqual([true, false]);
  });
});

describe("an address", () => {
  it("names a page", () => {
    expect(pageOf("/")).toEqual({ name: "home" });
    expect(pageOf("/m/abc")).toEqual({ name: "table", match: "abc" });
    expect(pageOf("/join/xyz")).toEqual({ name: "join", invite: "xyz" });
    expect(pageOf("/rules/sendas")).toEqual({ name: "rules", game: "sendas" });
    expect(pageOf("/learn/sendas")).toEqual({ name: "learn", game: "sendas" });
    expect(pageOf("/m")).toEqual({ name: "nowhere" });
  });
});

describe("texts", () => {
  it("have the same places to fill in both languages", () => {
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(places(es[key]), key).toEqual(places(en[key]));
    }
    expect(es.levels.split("|")).toHaveLength(8);
    expect(en.levels.split("|")).toHaveLength(8);
  });
});

describe("the list turn by turn", () => {
  const entry = (
    ply: number,
    kind: "move" | "chance",
    turn: number,
    seat: number | null = null,
  ) => ({
    ply,
    kind,
    turn,
    seat,
    text: `${ply}`,
  });

  it("has one row for a turn, with the dice in it", () => {
    const list = [
      entry(1, "move", 1, 0),
      entry(2, "chance", 1),
      entry(3, "move", 1, 0),
      entry(4, "move", 2, 1),
      entry(5, "chance", 2),
      entry(6, "move", 3, 0),
    ];
    const found = rows(list, false);
    expect(found.map((row) => [row.seat, row.entries.length, row.failed])).toEqual([
      [0, 3, false],
      [1, 2, true],
      [0, 1, false],
    ]);
  });

  it("has a heading for each deal", () => {
    const list = [entry(1, "chance", 0), entry(2, "move", 1, 0), entry(3, "chance", 1)];
    expect(rows(list, true).map((row) => row.deal)).toEqual([1, null, 2]);
  });

  it("tells two turns of one player apart", () => {
    const found = rows([entry(1, "move", 1, 0), entry(2, "move", 2, 0)], true);
    expect(found.length).toBe(2);
  });
});
