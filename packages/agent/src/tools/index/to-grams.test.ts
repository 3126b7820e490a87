import { expect, test } from "vitest";
import { toGrams } from "./to-grams.ts";

test.each([
  [["mail"], [" mai", "mail", "ail "]],
  [
    ["ton", "天气"],
    [" ton", "ton ", " 天气 "],
  ],
  [["a"], [" a "]],
  [[], []],
])("%j has the pieces %j", (terms, pieces) => {
  expect(toGrams(terms)).toEqual(pieces);
});
