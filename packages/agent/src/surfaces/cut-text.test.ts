import { expect, test } from "vitest";
import { cutText } from "./cut-text.ts";

test.each([
  ["abcd", 4, "abcd"],
  ["abcde", 4, "abc…"],
  ["ab😀cd", 4, "ab…"],
  ["ab😀cd", 5, "ab😀…"],
])("%j in %i units is %j", (text, most, wanted) => {
  expect(cutText(text, most)).toBe(wanted);
});
