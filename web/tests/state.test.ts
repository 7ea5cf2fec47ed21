import { describe, expect, it } from "vitest";

import type { GameInfo, MatchEvent } from "../src/api";
import { chanceAfter, extended, rolled, shortened } from "../src/model/log";
import { seatCount, seatsOf } from "../src/model/wish";
import { Picking } from "../src/picking.svelte";
import { pageOf } from "../src/router.svelte";
import en from "../src/texts/en";
import es from "../src/texts/es";

const event = (kind: string, more: Partial<MatchEvent> = {}): MatchEvent => ({
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

  function begin(): { picking: Picking; played: string[]; refused: string[][] } {
    const played: string[] = [];
    const refused: string[][] = [];
    const picking = new Picking({
      play: (move) => played.push(move),
      explain: (path) => refused.push(path),
    });
    picking.reset(table, tree);
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
    picking.pick("e5");
    expect(picking.candidate).toBe("E");
    picking.turn(-1);
    expect(picking.candidate).toBe("N");
    picking.confirm();
    expect(played).toEqual(["e3-e5[N]"]);
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
