import { expect, test } from "vitest";
import { covers } from "./covers.ts";

const call = { name: "ton_send", args: { to: "Bob", amount: 5, tags: ["a"] }, argsHash: "hash" };
const any = { tool: "ton_send", argsHash: null };

test.each([
  [any, true],
  [{ ...any, tool: "ton_swap" }, false],
  [{ ...any, argsHash: "hash" }, true],
  [{ ...any, argsHash: "other" }, false],
  [{ ...any, pattern: { to: "B*" } }, true],
  [{ ...any, pattern: { to: "B*", amount: "5" } }, true],
  [{ ...any, pattern: { to: "B*", amount: "50" } }, false],
  [{ ...any, pattern: { to: "b*" } }, false],
  [{ ...any, pattern: { note: "*" } }, false],
  [{ ...any, pattern: { tags: "*" } }, false],
])("%j covers a call to Bob: %s", (grant, expected) => {
  expect(covers(grant, call)).toBe(expected);
});

test("a pattern describes arguments by name, so a call without any is not covered", () => {
  expect(covers({ ...any, pattern: { to: "*" } }, { ...call, args: "Bob" })).toBe(false);
});
