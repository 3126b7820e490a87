import { expect, test } from "vitest";
import { readCondition } from "./read-condition.ts";

const wordsOf = (about: string) => readCondition({ about }, 0).words;

test("the words of a message are what is no filler, in any script", () => {
  expect(wordsOf("the flat in Porto")).toEqual(["flat", "Porto"]);
  expect(wordsOf("über die Wohnung")).toEqual(["Wohnung"]);
  expect(wordsOf("о квартире")).toEqual(["квартире"]);
  expect(wordsOf("公寓")).toEqual(["公寓"]);
});

test("a username stands with and without its sign, and nobody is anybody", () => {
  const watch = { type: "watch", words: ["flat"], cooldownMs: 21_600_000, until: 7_776_000_005 };
  expect(readCondition({ person: " @anna ", about: "flat" }, 5)).toEqual({
    ...watch,
    person: "anna",
  });
  expect(readCondition({ person: " ", about: "flat" }, 5)).toEqual(watch);
});
