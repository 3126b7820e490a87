import { expect, test } from "vitest";
import { matchLines } from "./match-lines.ts";

const text = "Apple\nbanana\ncherry\nBANANA split";

test("finds the lines that match, in any case, with their numbers", () => {
  expect(matchLines(text, { pattern: "^ban", limit: 10 })).toEqual([
    { line: 2, text: "banana" },
    { line: 4, text: "BANANA split" },
  ]);
});

test("stops at the limit", () => {
  expect(matchLines(text, { pattern: "an", limit: 1 })).toEqual([{ line: 2, text: "banana" }]);
});

test("a pattern that is none is refused", () => {
  expect(() => matchLines(text, { pattern: "(", limit: 1 })).toThrow(/is not valid/);
});

test("a pattern that would never end is ended", () => {
  const endless = { pattern: "^(a+)+$", limit: 1 };
  expect(() => matchLines(`${"a".repeat(40)}!`, endless)).toThrow(/is not valid/);
});
