import { expect, test } from "vitest";
import { createResponseBuilder } from "./response-builder.ts";
import type { VendorPart } from "./vendor.ts";

const delta = (text: string): VendorPart => ({ type: "text-delta", id: "1", delta: text });

test.each([
  ["a pair that arrives in two halves", ["so \uD83D", "\uDE00 glad"], ["so ", "😀 glad"]],
  ["a half that stands alone", ["so \uD83D", " glad"], ["so ", "\uFFFD glad"]],
  ["a half at the end", ["glad \uD83D"], ["glad ", "\uFFFD"]],
  ["a second half without a first", ["glad \uDE00"], ["glad \uFFFD"]],
] as const)("%s is shown as it is stored", (_name, given, shown) => {
  const builder = createResponseBuilder([]);
  const deltas = [...given.flatMap((text) => builder.take(delta(text))), ...builder.end()];
  expect(deltas).toEqual(shown);
  const { text, parts } = builder.build();
  expect(text).toBe(shown.join(""));
  expect(parts).toMatchObject([{ type: "text", length: text.length }]);
});
