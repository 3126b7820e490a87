import { expect, test } from "vitest";
import { truncate, truncateToLine } from "./truncate.ts";

test.each([
  ["abcd", 4, "abcd"],
  ["abcde", 4, "abc…"],
  ["ab😀cd", 4, "ab…"],
  ["ab😀cd", 5, "ab😀…"],
])("%j in %i units is %j", (text, most, wanted) => {
  expect(truncate(text, most)).toBe(wanted);
});

test("a line that is too long ends with an ellipsis", () => {
  expect(truncateToLine(`  a\n\tb ${"x".repeat(300)}`, 200)).toBe(`a b ${"x".repeat(195)}…`);
});
