import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const known = ["start", "status", "stop", "sessions"];

test.each([
  ["strat", "start"],
  ["STATUS", "status"],
  ["stp", "stop"],
  ["session", "sessions"],
])("takes %s for %s", (typed, meant) => {
  expect(nearest(typed, known)).toBe(meant);
});

test.each(["", "x", "frobnicate"])("makes no guess about “%s”", (typed) => {
  expect(nearest(typed, known)).toBeUndefined();
});

test("prefers the closest of several", () => {
  expect(nearest("agent.maxStep", ["agent.maxSteps", "agent.mode"])).toBe("agent.maxSteps");
});
