import { expect, test } from "vitest";
import { readTerms } from "./read-terms.ts";

test("without an option nothing is allowed for good, and --always has no terms", () => {
  expect(readTerms({})).toBe(undefined);
  expect(readTerms({ always: true })).toBe(true);
});

test("each option is a term", () => {
  const values = { exact: true, only: ["to=Bob*", "note=a=b"], "per-day": "amount=10.5" };
  expect(readTerms({ ...values, until: "2026-12-31" })).toEqual({
    these: true,
    only: { to: "Bob*", note: "a=b" },
    perDay: { argument: "amount", amount: "10.5" },
    until: Date.UTC(2026, 11, 31),
  });
});

test.each([
  [{ only: ["Bob"] }, "Invalid option: --only Bob"],
  [{ "per-day": "10" }, "Invalid option: --per-day 10"],
  [{ until: "soon" }, "Invalid date: --until soon"],
])("%j is refused", (values, message) => {
  expect(() => readTerms(values)).toThrow(message);
});
