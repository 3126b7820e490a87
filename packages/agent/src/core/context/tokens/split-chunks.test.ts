import { expect, test } from "vitest";
import { countTokens } from "../../../llm/count-tokens.ts";
import { splitChunks } from "./split-chunks.ts";

test("texts are put together in order as long as they fit", () => {
  expect(splitChunks(["one two", "three four", "five"], 6)).toEqual([
    "one two\nthree four",
    "five",
  ]);
  expect(splitChunks([], 6)).toEqual([]);
});

test("no chunk is longer than asked, whatever the texts are", () => {
  const texts = Array.from({ length: 40 }, (_, index) => "words ".repeat((index * 37) % 300));
  const chunks = splitChunks(texts, 100);
  expect(chunks.filter((chunk) => countTokens(chunk) > 100)).toEqual([]);
  expect(chunks.join("\n")).toContain("characters omitted");
});
