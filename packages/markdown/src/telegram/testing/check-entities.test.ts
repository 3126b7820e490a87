import { expect, test } from "vitest";
import { type BrokenRule, checkEntities, type SentEntity } from "./check-entities.ts";

type Vector = readonly [title: string, text: string, entities: readonly SentEntity[]];
type Refused = readonly [...Vector, rules: readonly BrokenRule[]];

/** An entity of `type` over `length` units from `offset`. */
function on(type: string, offset: number, length: number): SentEntity {
  return { type, offset, length };
}

const url = "https://ex.com/a";
const bolds = (count: number) =>
  Array.from({ length: count }, (_, index) => on("bold", index * 2, 1));

const ACCEPTED: readonly Vector[] = [
  ["a text without entities", "a", []],
  ["4,096 units", "a".repeat(4096), []],
  ["4,096 units of emoji", "👍".repeat(2048), []],
  ["an entity over 4,096 units", "a".repeat(4096), [on("bold", 0, 4096)]],
  ["100 entities", "a ".repeat(100).trim(), bolds(100)],
  ["newlines inside", "a\n\nb", []],
  ["spaces before a line", "a\n  b", []],
  ["a byte that is no control character", "a\u007fb", []],
  ["bold", "ab", [on("bold", 0, 2)]],
  ["italic", "ab", [on("italic", 0, 2)]],
  ["underline", "ab", [on("underline", 0, 2)]],
  ["strikethrough", "ab", [on("strikethrough", 0, 2)]],
  ["spoiler", "ab", [on("spoiler", 0, 2)]],
  ["code", "ab", [on("code", 0, 2)]],
  ["pre", "ab", [on("pre", 0, 2)]],
  ["pre with a language", "ab", [{ ...on("pre", 0, 2), language: "c++" }]],
  ["pre over blank lines", "a\n\n  b", [on("pre", 0, 6)]],
  ["a quote", "ab", [on("blockquote", 0, 2)]],
  ["a quote that unfolds", "ab", [on("expandable_blockquote", 0, 2)]],
  ["a link to a page", "ab", [{ ...on("text_link", 0, 2), url }]],
  ["a link into Telegram", "ab", [{ ...on("text_link", 0, 2), url: "tg://user?id=1" }]],
  ["a link to an address in brackets", "ab", [{ ...on("text_link", 0, 2), url: "http://[::1]/" }]],
  ["an emoji of one's own", "👍", [{ ...on("custom_emoji", 0, 2), custom_emoji_id: "5" }]],
  ["the end of the text", "abc", [on("bold", 2, 1)]],
  ["a whole surrogate pair", "a👍b", [on("bold", 1, 2)]],
  ["a whole family", "👨‍👩‍👧", [on("bold", 0, 8)]],
  ["neighbours", "ab", [on("bold", 0, 1), on("italic", 1, 1)]],
  ["neighbours of one type", "ab", [on("bold", 0, 1), on("bold", 1, 1)]],
  ["entities out of order", "ab", [on("bold", 1, 1), on("italic", 0, 1)]],
  ["bold over italic", "ab", [on("bold", 0, 2), on("italic", 0, 2)]],
  ["bold around italic", "abc", [on("bold", 0, 3), on("italic", 1, 1)]],
  ["italic around bold", "abc", [on("italic", 0, 3), on("bold", 1, 1)]],
  [
    "all five styles over each other",
    "abc",
    ["bold", "italic", "underline", "strikethrough", "spoiler"].map((type) => on(type, 0, 3)),
  ],
  ["a link inside bold", "abc", [on("bold", 0, 3), { ...on("text_link", 1, 1), url }]],
  ["bold inside a link", "abc", [{ ...on("text_link", 0, 3), url }, on("bold", 1, 1)]],
  ["bold over a link", "ab", [on("bold", 0, 2), { ...on("text_link", 0, 2), url }]],
  ["bold inside a quote", "abc", [on("blockquote", 0, 3), on("bold", 1, 1)]],
  ["a quote inside bold", "abc", [on("bold", 0, 3), on("blockquote", 1, 1)]],
  ["code inside a quote", "abc", [on("blockquote", 0, 3), on("code", 1, 1)]],
  ["pre over a quote", "abc", [on("blockquote", 0, 3), on("pre", 0, 3)]],
  [
    "a link inside a quote",
    "abc",
    [on("expandable_blockquote", 0, 3), { ...on("text_link", 1, 1), url }],
  ],
  ["code between bold", "abc", [on("bold", 0, 1), on("code", 1, 1), on("bold", 2, 1)]],
  ["Hebrew and Arabic", "שלום عليكم", [on("bold", 0, 4), on("italic", 5, 5)]],
  ["a letter with marks of its own", "e\u0301\u0323", [on("bold", 0, 3)]],
];

const REFUSED: readonly Refused[] = [
  ["4,097 units", "a".repeat(4097), [], ["text-too-long"]],
  ["2,049 emoji", "👍".repeat(2049), [], ["text-too-long"]],
  ["nothing", "", [], ["text-not-visible"]],
  ["spaces alone", " \n ", [], ["text-not-trimmed", "text-not-visible"]],
  ["joiners alone", "\u200d\u2060", [], ["text-not-visible"]],
  ["a Braille blank", "\u2800", [], ["text-not-visible"]],
  ["a space in front", " a", [], ["text-not-trimmed"]],
  ["a newline behind", "a\n", [], ["text-not-trimmed"]],
  ["a tab", "a\tb", [], ["text-not-clean"]],
  ["a carriage return", "a\r\nb", [], ["text-not-clean"]],
  ["a NUL", "a\0b", [], ["text-not-clean"]],
  ["a line separator", "a\u2028b", [], ["text-not-clean"]],
  ["a mark that turns direction", "a\u202eb", [], ["text-not-clean"]],
  ["half an emoji in the text", "a\ud83d", [], ["text-not-clean"]],
  ["101 entities", "a ".repeat(101).trim(), bolds(101), ["too-many-entities"]],
  ["a type that Telegram does not know", "ab", [on("heading", 0, 2)], ["unknown-type"]],
  ["an entity beyond the end", "ab", [on("bold", 1, 2)], ["out-of-bounds"]],
  ["an entity behind the end", "ab", [on("bold", 5, 1)], ["out-of-bounds"]],
  ["a negative offset", "ab", [on("bold", -1, 2)], ["out-of-bounds"]],
  ["a negative length", "ab", [on("bold", 1, -1)], ["out-of-bounds"]],
  ["half a unit", "ab", [on("bold", 0, 1.5)], ["out-of-bounds"]],
  ["offsets counted in bytes", "äö", [on("bold", 2, 2)], ["out-of-bounds"]],
  ["an empty entity", "ab", [on("bold", 1, 0)], ["empty"]],
  ["an empty entity at the end", "ab", [on("bold", 2, 0)], ["empty"]],
  ["an entity over spaces", "a  b", [on("bold", 1, 2)], ["blank"]],
  ["an entity over a newline", "a\nb", [on("code", 1, 1)], ["blank"]],
  ["an entity from inside a pair", "a👍b", [on("bold", 2, 2)], ["half-a-character"]],
  ["an entity into a pair", "a👍b", [on("bold", 0, 2)], ["half-a-character"]],
  ["crossing styles", "abc", [on("bold", 0, 2), on("italic", 1, 2)], ["crossing"]],
  ["a quote that crosses bold", "abc", [on("bold", 1, 2), on("blockquote", 0, 2)], ["crossing"]],
  [
    "code that crosses a link",
    "abc",
    [on("code", 0, 2), { ...on("text_link", 1, 2), url }],
    ["crossing"],
  ],
  ["bold inside bold", "abc", [on("bold", 0, 3), on("bold", 1, 1)], ["same-inside-same"]],
  ["bold twice", "ab", [on("bold", 0, 2), on("bold", 0, 2)], ["same-inside-same"]],
  ["bold inside code", "abc", [on("code", 0, 3), on("bold", 1, 1)], ["inside-code"]],
  ["spoiler inside pre", "abc", [on("pre", 0, 3), on("spoiler", 1, 1)], ["inside-code"]],
  [
    "a link inside code",
    "abc",
    [on("code", 0, 3), { ...on("text_link", 1, 1), url }],
    ["inside-code"],
  ],
  ["a quote inside pre", "abc", [on("pre", 0, 3), on("blockquote", 1, 1)], ["inside-code"]],
  ["code inside bold", "abc", [on("bold", 0, 3), on("code", 1, 1)], ["around-code"]],
  ["pre inside italic", "abc", [on("italic", 0, 3), on("pre", 1, 1)], ["around-code"]],
  [
    "code inside a link",
    "abc",
    [{ ...on("text_link", 0, 3), url }, on("code", 1, 1)],
    ["around-code"],
  ],
  ["code inside pre", "abc", [on("pre", 0, 3), on("code", 1, 1)], ["around-code", "inside-code"]],
  ["bold over code", "ab", [on("bold", 0, 2), on("code", 0, 2)], ["inside-code"]],
  [
    "a quote inside a quote",
    "abc",
    [on("blockquote", 0, 3), on("blockquote", 1, 1)],
    ["quote-inside-quote", "same-inside-same"],
  ],
  [
    "a quote inside one that unfolds",
    "abc",
    [on("expandable_blockquote", 0, 3), on("blockquote", 1, 1)],
    ["quote-inside-quote"],
  ],
  [
    "a quote inside a link",
    "abc",
    [{ ...on("text_link", 0, 3), url }, on("blockquote", 1, 1)],
    ["inside-link"],
  ],
  [
    "a link inside a link",
    "abc",
    [
      { ...on("text_link", 0, 3), url },
      { ...on("text_link", 1, 1), url },
    ],
    ["inside-link", "same-inside-same"],
  ],
  [
    "an emoji of one's own inside a link",
    "👍a",
    [
      { ...on("text_link", 0, 3), url },
      { ...on("custom_emoji", 0, 2), custom_emoji_id: "5" },
    ],
    ["inside-link"],
  ],
  ["a link to nowhere", "ab", [on("text_link", 0, 2)], ["bad-url"]],
  ["a link to a script", "ab", [{ ...on("text_link", 0, 2), url: "javascript:a()" }], ["bad-url"]],
  ["a link to an address", "ab", [{ ...on("text_link", 0, 2), url: "mailto:a@b.c" }], ["bad-url"]],
  ["a link to a path", "ab", [{ ...on("text_link", 0, 2), url: "/docs" }], ["bad-url"]],
  ["a link to a bare host", "ab", [{ ...on("text_link", 0, 2), url: "http://box/" }], ["bad-url"]],
  [
    "a link that hides its host behind a name",
    "ab",
    [{ ...on("text_link", 0, 2), url: "https://ex.com@evil.example/" }],
    ["bad-url"],
  ],
  ["bold with a URL", "ab", [{ ...on("bold", 0, 2), url }], ["url-without-link"]],
  ["bold with a language", "ab", [{ ...on("bold", 0, 2), language: "c" }], ["bad-language"]],
  ["a language of two words", "ab", [{ ...on("pre", 0, 2), language: "a b" }], ["bad-language"]],
  [
    "an emoji of one's own that is two",
    "👍👍",
    [{ ...on("custom_emoji", 0, 4), custom_emoji_id: "5" }],
    ["bad-emoji"],
  ],
  ["an emoji of one's own without an id", "👍", [on("custom_emoji", 0, 2)], ["bad-emoji"]],
];

test.each(ACCEPTED)("Telegram takes %s", (_title, text, entities) => {
  expect(checkEntities({ text, entities })).toEqual([]);
});

test.each(REFUSED)("Telegram does not take %s", (_title, text, entities, rules) => {
  expect(checkEntities({ text, entities })).toEqual(rules);
});
