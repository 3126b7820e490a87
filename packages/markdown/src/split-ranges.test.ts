import { expect, test } from "vitest";
import { type Measure, splitLines, splitRanges } from "./split-ranges.ts";

const countBytes: Measure = (text) => Buffer.byteLength(text);
const countCodePoints: Measure = (text) => Array.from(text).length;

test.each([
  ["UTF-16 code units", undefined, [4, 4]],
  ["bytes", countBytes, [2, 2, 2, 2]],
  ["code points", countCodePoints, [8]],
])("a limit may count %s", (_unit, measure, lengths) => {
  const pieces = splitLines("👍👍👍👍", { max: 4, measure });
  expect(pieces.map(({ length }) => length)).toEqual(lengths);
});

test("every piece fits, whatever is counted, and nothing is lost", () => {
  const text = "Grüße 👍👍, 試験。 End. \n\n".repeat(50);
  for (const measure of [undefined, countBytes, countCodePoints]) {
    const ranges = splitRanges(text, { max: 40, measure });
    const pieces = ranges.map(([from, to]) => text.slice(from, to));
    expect(pieces.join("")).toBe(text);
    expect(Math.max(...pieces.map(measure ?? (({ length }) => length)))).toBeLessThanOrEqual(40);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
  }
});

test("a character that does not fit is a piece of its own", () => {
  expect(splitLines("試験", { max: 1, measure: countBytes })).toEqual(["試", "験"]);
});

test("code keeps its indentation", () => {
  expect(splitLines("if (a) {\n  b();\n}", { max: 10 })).toEqual(["if (a) {", "  b();\n}"]);
});

test("nothing is one empty piece", () => {
  expect(splitLines("", { max: 5 })).toEqual([""]);
});
