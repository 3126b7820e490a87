import * as fc from "fast-check";
import { expect, test } from "vitest";
import { HIDDEN } from "../flow/plain-text.ts";
import { showText } from "./show-text.ts";

test.each([
  ["run sh -c \u202E'ssap'\u202C", "run sh -c ‹U+202E›'ssap'‹U+202C›"],
  ["a\u200Bb", "a‹U+200B›b"],
  [`uptime${" ".repeat(300)}; rm x`, "uptime␣×300; rm x"],
  ["write to kіm@a.example", "write to kіm@a.example ‹Cyrillic і›"],
  ["plain text, 日本語 and Straße", "plain text, 日本語 and Straße"],
])("%j is shown as %j", (text, shown) => {
  expect(showText(text)).toBe(shown);
});

test("nothing hidden is left in any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(showText(text).replaceAll(/[\u200C\u200D]/g, "")).not.toMatch(HIDDEN);
    }),
  );
});
