import { describe, expect, it } from "vitest";

import { type Tree, pick, promptAt, stepAt } from "../src/model/walk";

const tree: Tree = {
  e3: {
    e5: { N: "e3-e5[N]", S: "e3-e5[S]" },
    d4: { EW: "e3-d4[EW]" },
    e3: { S: "e3[S]", W: "e3[W]" },
  },
  f3: { e5: { N: "f3-e5[N]" }, "*": "f3*" },
  pass: "pass",
};

describe("a path of picks", () => {
  it("goes on, ends in a move, or is nothing", () => {
    expect(stepAt(tree, [])).toEqual({ kind: "more", options: ["e3", "f3", "pass"] });
    expect(stepAt(tree, ["pass"])).toEqual({ kind: "move", move: "pass" });
    expect(stepAt(tree, ["e3", "e5", "N", "N"])).toEqual({ kind: "none" });
    expect(stepAt(tree, ["toString"])).toEqual({ kind: "none" });
    expect(stepAt({}, [])).toEqual({ kind: "none" });
  });

  it("takes its last pick back when it is picked again", () => {
    expect(pick(tree, ["f3"], "f3")).toEqual([]);
  });

  it("puts a thing down by a second click, also where the tree would go on with it", () => {
    expect(pick(tree, ["e3"], "e3")).toEqual([]);
  });

  it("begins anew with another thing of the same step", () => {
    expect(pick(tree, ["e3"], "f3")).toEqual(["f3"]);
    expect(pick(tree, ["e3", "e5"], "d4")).toEqual(["e3", "d4", "EW"]);
  });

  it("takes the only way of lying by itself, but never the first pick", () => {
    expect(pick(tree, ["e3"], "d4")).toEqual(["e3", "d4", "EW"]);
    expect(pick({ a: { b: "ab" } }, [], "a")).toEqual(["a"]);
  });

  it("refuses what is offered nowhere", () => {
    expect(pick(tree, ["e3"], "a9")).toBeNull();
  });
});

describe("prompts", () => {
  const prompts = { "": "a card", "card:M2": "a pawn", "card:M2 ?": "two away", "? ?": "where to" };
  it("are found by the picks, with the last ones left open", () => {
    expect(promptAt(prompts, [])).toBe("a card");
    expect(promptAt(prompts, ["card:M2"])).toBe("a pawn");
    expect(promptAt(prompts, ["card:M2", "own:3"])).toBe("two away");
    expect(promptAt(prompts, ["e2", "e4"])).toBe("where to");
    expect(promptAt(prompts, ["e2"])).toBe("");
  });
});
