import { expect, test } from "vitest";
import { createFilters, filtersConfig } from "./filters.ts";

function open(input: Parameters<typeof filtersConfig.parse>[0]) {
  const filters = createFilters(filtersConfig.parse(input));
  if (!filters) throw new Error("no filters are set");
  return filters;
}

test("without settings there are no filters", () => {
  expect(createFilters(filtersConfig.parse({}))).toBeUndefined();
});

test.each([
  ["Visit the casino!", true],
  ["Visit the CASÍNO!", true],
  ["ca\u200Bsi\u00ADno", true],
  ["the **cas**ino", true],
  ["the ca<u>si</u>*no*", true],
  ["the [cas](https://ex.com)ino", true],
  ["the [page](https://ex.com/casino)", true],
  ["casinos", false],
  ["There is free, money", true],
  ["free of money", false],
  ["Wir spielen Pokerabend", true],
  ["去赌场玩", true],
  ["", false],
])("%j is blocked: %s", (text, isBlocked) => {
  const { blocksMessage, blocksReply, screensReplies } = open({
    blockMessages: ["Casino", "free money", "poker*", "赌场"],
  });
  expect(blocksMessage(text)).toBe(isBlocked);
  expect([blocksReply(text), screensReplies]).toEqual([false, false]);
});

test("a trigger adds its text once, in the order of the config", () => {
  const { triggered } = open({
    triggers: [
      { words: ["refund*", "Rückgabe"], text: "Refunds take five days." },
      { words: ["shop"], text: "The shop opens at nine." },
    ],
  });
  expect(triggered("Does the shop do refunds? A refund, I mean: Rückgabe.")).toEqual([
    "Refunds take five days.",
    "The shop opens at nine.",
  ]);
  expect(triggered("My **re**fund")).toEqual(["Refunds take five days."]);
  expect(triggered("Hello")).toEqual([]);
});

test.each([{ blockMessages: ["!?"] }, { triggers: [{ words: [], text: "x" }] }])(
  "a filter that matches nothing, or everything, is refused: %j",
  (input) => {
    expect(filtersConfig.safeParse(input).success).toBe(false);
  },
);
