import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { TelegramEntity, TelegramText } from "./message.ts";
import { splitText } from "./split-text.ts";

/** Returns the lengths of the parts of a text without entities. */
function lengths(text: string): readonly number[] {
  return splitText({ text, entities: [] }).map((part) => part.text.length);
}

const bold = (offset: number, length: number): TelegramEntity => ({ type: "bold", offset, length });

test("a text that fits is one part", () => {
  const text = { text: "a".repeat(4096), entities: [bold(0, 4096)] };
  expect(splitText(text)).toEqual([text]);
});

test("nothing to see is no part", () => {
  expect(splitText({ text: "", entities: [] })).toEqual([]);
  expect(splitText({ text: " \u200b\n", entities: [] })).toEqual([]);
});

test("it is cut at the last newline before the limit", () => {
  const line = `${"a".repeat(99)}\n`;
  expect(lengths(line.repeat(60).trim())).toEqual([3999, 1999]);
});

test("a free line near the end is better, and a sentence, a word or a character what is left", () => {
  expect(lengths(`${"a".repeat(3500)}\n\n${"b".repeat(500)}\n${"c".repeat(500)}`)).toEqual([
    3500, 1001,
  ]);
  expect(lengths(`${"a ".repeat(1200)}b. ${"c ".repeat(1200)}`)).toEqual([2402, 2399]);
  expect(lengths("word ".repeat(1000))).toEqual([4094, 904]);
  expect(lengths(`${"a ".repeat(500)}${"b".repeat(4000)}`)).toEqual([999, 4000]);
  expect(lengths("b".repeat(5000))).toEqual([4096, 904]);
});

test("a few words before what has no end stay with it", () => {
  expect(lengths(`a ${"b".repeat(5000)}`)).toEqual([4096, 906]);
  expect(lengths(`See there:\n\n${"b".repeat(5000)}`)).toEqual([4096, 916]);
});

test("a newline outside of code is better than one inside", () => {
  const text = `${"a".repeat(2500)}\n${"b\n".repeat(1000)}c`;
  const entities: readonly TelegramEntity[] = [{ type: "pre", offset: 2501, length: 2001 }];
  expect(splitText({ text, entities })).toEqual([
    { text: "a".repeat(2500), entities: [] },
    { text: `${"b\n".repeat(1000)}c`, entities: [{ type: "pre", offset: 0, length: 2001 }] },
  ]);
});

test("no character is cut apart, whatever it is made of", () => {
  expect(lengths(`a${"👍".repeat(2100)}`)).toEqual([4095, 106]);
  expect(lengths(`a${"👨‍👩‍👧‍👦".repeat(400)}`)).toEqual([4093, 308]);
  expect(lengths(`a${"e\u0301".repeat(2100)}`)).toEqual([4095, 106]);
  expect(lengths(`a${"\u0301".repeat(5000)}`)).toEqual([4096, 905]);
});

test("entities go on over a cut, and none holds white space at its ends", () => {
  const text = `${"a".repeat(4000)}\n${"b".repeat(500)}`;
  const entities: readonly TelegramEntity[] = [
    { type: "blockquote", offset: 0, length: 4501 },
    { type: "text_link", url: "https://ex.com", offset: 3990, length: 20 },
  ];
  expect(splitText({ text, entities })).toEqual([
    {
      text: "a".repeat(4000),
      entities: [
        { type: "blockquote", offset: 0, length: 4000 },
        { type: "text_link", url: "https://ex.com", offset: 3990, length: 10 },
      ],
    },
    {
      text: "b".repeat(500),
      entities: [
        { type: "blockquote", offset: 0, length: 500 },
        { type: "text_link", url: "https://ex.com", offset: 0, length: 9 },
      ],
    },
  ]);
});

test("a part has at most 100 entities", () => {
  const text = "ab ".repeat(250).trim();
  const entities = Array.from({ length: 250 }, (_, index) => bold(index * 3, 1));
  const parts = splitText({ text, entities });
  expect(parts.map((part) => [part.text.length, part.entities.length])).toEqual([
    [299, 100],
    [299, 100],
    [149, 50],
  ]);
});

/** Each character that is seen, with the types that hold for it. */
function marked(texts: readonly TelegramText[]): readonly string[] {
  return texts.flatMap(({ text, entities }) =>
    Array.from({ length: text.length }, (_, at) => {
      const types = entities.filter(({ offset, length }) => offset <= at && at < offset + length);
      return `${text[at]}:${types.map(({ type }) => type).join()}`;
    }).filter((sign) => !/^\s/.test(sign)),
  );
}

const anyLongText = fc
  .array(
    fc.tuple(
      fc.constantFrom("word", "👍 ", "end. ", "\n", "\n\n", " ", "x".repeat(90)),
      fc.boolean(),
    ),
    {
      minLength: 100,
      maxLength: 900,
    },
  )
  .map((pieces): TelegramText => {
    const text = pieces.map(([piece]) => piece).join("");
    const starts = pieces.map((_, index) => pieces.slice(0, index).join("").length);
    const entities = pieces.flatMap(([piece, isBold], index) =>
      isBold && piece.trim() !== "" ? [bold(starts[index] ?? 0, piece.trimEnd().length)] : [],
    );
    return { text, entities };
  });

test("nothing that is seen is lost or changes its looks", () => {
  fc.assert(
    fc.property(anyLongText, (whole) => {
      expect(marked(splitText(whole))).toEqual(marked([whole]));
    }),
    { numRuns: 20, seed: 8 },
  );
});
