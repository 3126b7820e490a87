import { expect, test } from "vitest";
import { inlineText } from "./inline-text.ts";
import type { Block } from "./markdown.ts";
import { packBlocks } from "./pack-blocks.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import { type Measure, splitLines } from "./split-ranges.ts";

const countBytes: Measure = (text) => Buffer.byteLength(text);
const countCodePoints: Measure = (text) => Array.from(text).length;
const countUnits: Measure = ({ length }) => length;

const textOf = (block: Block) => ("children" in block ? inlineText(block.children) : "");

function pack(markdown: string, max: number, measure = countUnits) {
  return packBlocks(parseMarkdown(markdown), {
    max,
    measure,
    format: (block, limit) => splitLines(textOf(block), { max: limit, measure }).filter(Boolean),
    join(one, next, below) {
      const joined = one + (below === "heading" ? "\n" : "\n\n") + next;
      return measure(joined) <= max ? joined : undefined;
    },
  });
}

test("messages end between blocks and hold as many as fit", () => {
  expect(pack("one\n\ntwo\n\nthree\n\nfour", 10)).toEqual(["one\n\ntwo", "three", "four"]);
});

test.each([
  ["UTF-16 code units", countUnits, ["👍\n\n👍", "👍"]],
  ["bytes", countBytes, ["👍", "👍", "👍"]],
  ["code points", countCodePoints, ["👍\n\n👍\n\n👍"]],
] as const)("a limit may count %s", (_unit, measure, messages) => {
  expect(pack("👍\n\n👍\n\n👍", 7, measure)).toEqual(messages);
});

test("a heading is in the message of what follows it", () => {
  expect(pack("aaaa\n\n# b\n\ncccc", 10)).toEqual(["aaaa", "b\ncccc"]);
  expect(pack("# a\n## b\n\ncccc", 10)).toEqual(["a\nb\ncccc"]);
  expect(pack("aaaa\n\n# b", 10)).toEqual(["aaaa\n\nb"]);
});

test("a block that is too long begins below its heading, and ends above what follows it", () => {
  expect(pack("# a\n\nbbb ccc ddd\n\ne", 10)).toEqual(["a\nbbb", "ccc", "ddd\n\ne"]);
});

test("a block that is too long begins below a few words, and not in the middle of a message", () => {
  expect(pack("a\n\nbbb ccc ddd", 10)).toEqual(["a\n\nbbb", "ccc", "ddd"]);
  expect(pack("aaaaa\n\nbbb ccc ddd", 10)).toEqual(["aaaaa", "bbb ccc", "ddd"]);
});

test("a heading that leaves no room is a message of its own", () => {
  expect(pack("# aaaaaaa\n\nbbb bbb", 10)).toEqual(["aaaaaaa", "bbb bbb"]);
});

test("what shows nothing is no message", () => {
  expect(pack("---\n\na\n\n---", 10)).toEqual(["a"]);
  expect(pack("", 10)).toEqual([]);
});
