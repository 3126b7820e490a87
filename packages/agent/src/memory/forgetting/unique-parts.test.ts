import { expect, test } from "vitest";
import { uniqueParts } from "./unique-parts.ts";

const FOOTER = "sent from my phone please excuse that it is so short";

test("what others said in as many words is theirs", () => {
  const text = `the key lies under the third stone of the garden wall, ${FOOTER}`;
  expect(uniqueParts(text, [])).toEqual([text]);
  expect(uniqueParts(text, [`see you tomorrow at noon, ${FOOTER}`])).toEqual([
    "the key lies under the third stone of the garden wall, sent from my phone please excuse that",
  ]);
  expect(uniqueParts(text, [text])).toEqual([]);
});

test("a short text has no parts", () => {
  expect(uniqueParts("the key lies under the stone", [])).toEqual([]);
});
