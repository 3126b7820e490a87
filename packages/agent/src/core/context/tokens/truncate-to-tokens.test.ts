import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens } from "../../../llm/count-tokens.ts";
import { truncateToTokens } from "./truncate-to-tokens.ts";

const story = `${"once upon a time ".repeat(40)}THE END`;

test("a text that fits stays as it is", () => {
  expect(truncateToTokens("short", 10, "head")).toBe("short");
});

test("the beginning survives, with a mark", () => {
  expect(truncateToTokens(story, 30, "head")).toBe(
    "once upon a time once upon a time once upon a time once upon a time once upon a \n[… 607 characters omitted …]",
  );
});

test("the beginning and the end survive, with a mark between", () => {
  expect(truncateToTokens(story, 30, "ends")).toBe(
    "once upon a time once upon a time once u\n[… 607 characters omitted …]\nnce upon a time once upon a time THE END",
  );
});

test("nothing is left where the mark does not fit", () => {
  expect(truncateToTokens(story, 3, "ends")).toBe("");
});

test("a cut text is never longer than asked, and never half a character", () => {
  const texts = fc.string({ unit: "grapheme", maxLength: 400 });
  fc.assert(
    fc.property(texts, fc.nat(200), fc.constantFrom("head", "ends"), (text, tokens, keep) => {
      const cut = truncateToTokens(text, tokens, keep);
      expect(countTokens(cut)).toBeLessThanOrEqual(tokens);
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});
