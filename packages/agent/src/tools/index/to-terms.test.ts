import { expect, test } from "vitest";
import { toTerms } from "./to-terms.ts";

test.each([
  ["message messages messaged messaging", 1],
  ["reply replies replied replying", 1],
  ["swap swaps swapped swapping", 1],
  ["save saved saving saves", 1],
  ["news newt", 2],
  ["bus bass", 2],
  ["file fill", 2],
])("%j has %i stems", (text, stems) => {
  expect(new Set(toTerms(text)).size).toBe(stems);
});

test("the commonest words, numbers and single letters are no terms", () => {
  expect(toTerms("Please give me the 42 files of X")).toEqual(["fil"]);
});

test("scripts without spaces give pairs, others their words", () => {
  expect(toTerms("天气预报 письма メモ 猫")).toEqual([
    "天气",
    "气预",
    "预报",
    "письма",
    "メモ",
    "猫",
  ]);
});
