import { expect, test } from "vitest";
import { dropDuplicates } from "./drop-duplicates.ts";

const hit = (author: string | null, text: string) => ({ author, text });

test("keeps the first of what says the same", () => {
  const hits = [
    hit("Ann", "The code of the garage is 4711."),
    hit("Ann", "the code of the GARAGE is: 4711"),
    hit("Ann", "The code of the cellar is 4712."),
    hit("Bob", "The code of the garage is 4711."),
    hit(null, "👍"),
  ];
  expect(dropDuplicates(hits, 9)).toEqual([hits[0], hits[2], hits[3], hits[4]]);
  expect(dropDuplicates(hits, 2)).toEqual([hits[0], hits[2]]);
});
