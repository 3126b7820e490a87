import { renderMarkdown } from "chat-markdown/telegram";
import { expect, test } from "vitest";
import { type RichEntity, type RichFormat, toMarkdown } from "./rich-text.ts";

/** Returns the format of some words of a text. */
function on(words: string, format: RichFormat) {
  return (text: string): RichEntity => ({
    ...format,
    offset: text.indexOf(words),
    length: words.length,
  });
}

type Case = readonly [text: string, entities: readonly ReturnType<typeof on>[], markdown: string];

const CASES: readonly Case[] = [
  ["just words, *as typed*", [], "just words, *as typed*"],
  ["one two three", [on("two", { type: "bold" })], "one **two** three"],
  ["one two three", [on(" two ", { type: "italic" })], "one *two* three"],
  [
    "one two three",
    [on("two three", { type: "bold" }), on("two", { type: "strikethrough" })],
    "one **~~two~~ three**",
  ],
  ["one two", [on("two", { type: "underline" })], "one <u>two</u>"],
  ["who did it: Bob", [on("Bob", { type: "spoiler" })], "who did it: ||Bob||"],
  ["a\nb c", [on("a\nb", { type: "bold" })], "**a**\n**b** c"],
  ["run ls -l now", [on("ls -l", { type: "code" })], "run `ls -l` now"],
  ["run a`b now", [on("a`b", { type: "code" })], "run `` a`b `` now"],
  [
    "see\nlet a;\nb();\nthere",
    [on("let a;\nb();", { type: "pre", language: "ts" })],
    "see\n```ts\nlet a;\nb();\n```\nthere",
  ],
  ["x let a; y", [on("let a;", { type: "pre" })], "x\n```\nlet a;\n```\n y"],
  ["a\nb\nno", [on("a\nb", { type: "quote" })], "> a\n> b\nno"],
  ["a b\nno", [on("a b", { type: "quote" }), on("b", { type: "bold" })], "> a **b**\nno"],
  [
    "read this",
    [on("this", { type: "link", url: "https://ex.com/a" })],
    "read [this](https://ex.com/a)",
  ],
  [
    "read [this]",
    [on("[this]", { type: "link", url: "https://ex.com/(a) b" })],
    String.raw`read [\[this\]](<https://ex.com/(a)%20b>)`,
  ],
  [
    "https://ex.com",
    [on("https://ex.com", { type: "link", url: "https://ex.com" })],
    "https://ex.com",
  ],
  ["ask Bob", [on("Bob", { type: "link", url: "tg://user?id=7" })], "ask [Bob](tg://user?id=7)"],
];

test.each(CASES)("%j", (text, entities, markdown) => {
  expect(toMarkdown({ text, entities: entities.map((entity) => entity(text)) })).toBe(markdown);
});

test.each(["bold", "code", "spoiler"] as const)(
  "a text that is %s as a whole is its words, such as a copied code or a yes",
  (type) => {
    const text = " /link AB12\n";
    expect(toMarkdown({ text, entities: [{ type, offset: 0, length: text.length }] })).toBe(text);
  },
);

test("a command is as it was typed, and its links lead where they did", () => {
  const text = "/note **x see docs";
  const bold = on("see", { type: "bold" })(text);
  const link = on("docs", { type: "link", url: "https://ex.com" })(text);
  expect(toMarkdown({ text, entities: [bold, link] })).toBe("/note **x see [docs](https://ex.com)");
});

test("entities that cross or lie outside lose no words", () => {
  const text = "one two three";
  const entities: readonly RichEntity[] = [
    { type: "bold", offset: 0, length: 7 },
    { type: "italic", offset: 4, length: 9 },
    { type: "code", offset: 40, length: 3 },
  ];
  expect(toMarkdown({ text, entities })).toBe("**one *two*** three");
});

test("what was formatted comes back as it was", () => {
  const text = "Read the docs, then run it:\nlet a = 1;\nIt is done.";
  const entities = [
    on("Read", { type: "bold" }),
    on("docs", { type: "link", url: "https://ex.com/" }),
    on("run", { type: "italic" }),
    on("it", { type: "strikethrough" }),
    on("done", { type: "spoiler" }),
  ].map((entity) => entity(text));
  const [part] = renderMarkdown(toMarkdown({ text, entities }));
  expect(part).toEqual({
    type: "text",
    text,
    entities: entities.map((one) => (one.type === "link" ? { ...one, type: "text_link" } : one)),
  });
});
