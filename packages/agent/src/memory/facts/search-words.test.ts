import { expect, test } from "vitest";
import { searchWords } from "./search-words.ts";

test("words count once, without case and accents, long ones by their beginning", () => {
  expect(searchWords("Ann's Birthday: ANN likes birthdays, à la carte")).toEqual([
    "ann",
    "birthd",
    "likes",
    "carte",
  ]);
  expect(searchWords(" ?! a bc")).toEqual([]);
});

test("scripts without spaces are compared by pairs", () => {
  expect(searchWords("安住在罗马 and ไทย")).toEqual(
    expect.arrayContaining(["and", "安住", "住在", "在罗", "罗马"]),
  );
});
