import { expect, test } from "vitest";
import { setLast } from "./set-last.ts";

test("an entry that is set is the last, and the first ones leave", () => {
  const map = new Map([
    ["a", 1],
    ["b", 2],
  ]);
  setLast(map, ["a", 3], 2);
  setLast(map, ["c", 4], 2);
  expect([...map]).toEqual([
    ["a", 3],
    ["c", 4],
  ]);
});
