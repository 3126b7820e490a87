import { expect, test } from "vitest";
import { findDistinctive } from "./find-distinctive.ts";

test.each([
  ["Please remember: my locker code is 7481-KILO.", ["7481-KILO code", "7481 code", "KILO name"]],
  ["Write to ann@example.com", ["ann@example.com code"]],
  ["My sister Zelda lives there", ["Zelda name"]],
  ["Zelda. We met on 2026-02-20 at 15:30 in 2026", []],
  ["call 0170 1234567", ["0170 code", "1234567 code"]],
  ["I have 42 apples", []],
])("names what a text can be told by: %s", (text, expected) => {
  const found = findDistinctive([text]).map(({ phrase, kind }) => `${phrase} ${kind}`);
  expect(found).toEqual(expected);
});
