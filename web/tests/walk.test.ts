import { describe, expect, it } from "vitest";

import { type Tree, pick, stepAt } from "../src/model/walk";

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

  it("goes on with the same thing where the tree allows it", () => {
    expect(pick(tree, ["e3"], "e3")).toEqual(["e3", "e3"]);
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
