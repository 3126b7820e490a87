import { expect, test } from "vitest";
import { suggestName } from "./suggest-name.ts";

const known = ["start", "status", "stop", "sessions"];

test.each([
  ["strat", "start"],
  ["STATUS", "status"],
  ["stp", "stop"],
  ["session", "sessions"],
])("takes %s for %s", (typed, meant) => {
  expect(suggestName(typed, known)).toBe(meant);
});

test.each(["", "x", "frobnicate"])("makes no guess about “%s”", (typed) => {
  expect(suggestName(typed, known)).toBeUndefined();
});

test("prefers the closest of several", () => {
  expect(suggestName("agent.maxStep", ["agent.maxSteps", "agent.mode"])).toBe("agent.maxSteps");
});
