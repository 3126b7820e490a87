import { expect, test } from "vitest";
import { SIGN_VECTORS } from "../testing/sign-vectors.ts";
import type { RenderOptions, TelegramPart } from "./message.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { toTags } from "./testing/to-tags.ts";

/** Returns a part with its entities as the texts that they cover. */
function told(part: TelegramPart) {
  if (part.type === "file") return [part.name, part.mediaType, part.text];
  const entities = part.entities.map(({ offset, length, ...format }) => [
    ...Object.values(format),
    part.text.slice(offset, offset + length),
  ]);
  return [part.text, ...entities.map((entity) => entity.join(": "))];
}

function render(markdown: string | readonly string[], options?: RenderOptions) {
  return renderMarkdown(markdown, options).map(told);
}

const CASES: readonly (readonly [title: string, markdown: string, told: readonly string[]])[] = [
  [
    "styles are entities",
    "**bold** *italic* __so bold__ _italic_ ~~gone~~ `code` <u>under</u> ||hidden||",
    [
      "bold italic so bold italic gone code under hidden",
      "bold: bold",
      "italic: italic",
      "bold: so bold",
      "italic: italic",
      "strikethrough: gone",
      "code: code",
      "underline: under",
      "spoiler: hidden",
    ],
  ],
  ["styles inside each other nest", "***a* b**", ["a b", "bold: a b", "italic: a"]],
  ["a style inside its like is one", "**a <b>b</b> c**", ["a b c", "bold: a b c"]],
  [
    "styles end before code and go on behind it",
    "**a `b` c**",
    ["a b c", "bold: a", "code: b", "bold: c"],
  ],
  ["a heading is bold, and its code is code", "# A `b`\ntext", ["A b\ntext", "bold: A", "code: b"]],
  [
    "code in a link is a plain part of it",
    "[`f` of *x*](https://ex.com)",
    ["f of x", "text_link: https://ex.com: f of x", "italic: x"],
  ],
  ["spaces at the edges of a style stay outside", "<b> a </b>b <i> </i>c", ["a b  c", "bold: a"]],
  ["what never ends is shown as it is", "**a and _b and `c [d](e", ["**a and _b and `c [d](e"]],
  ["words keep their underscores and asterisks", "a_b_c 2 * 3 * 4", ["a_b_c 2 * 3 * 4"]],
  ["bars between words hide nothing", "if a||b||c", ["if a||b||c"]],
  ["lines stay lines", "a\nb  \nc\\\nd<br>e", ["a\nb\nc\nd\ne"]],
  ["blocks have a free line between them", "a\n\n\n\n\nb\n\n---\n\nc", ["a\n\nb\n\n———\n\nc"]],
  [
    "references to characters are characters",
    "&lt;&amp;&#x41;&copy;&bogus;&#xD800;",
    ["<&A©&bogus;&#xD800;"],
  ],
  ["in code they stay", "`&lt;`", ["&lt;", "code: &lt;"]],
  [
    "HTML that is no formatting is read",
    "<div>a</div> x<sup>2</sup>",
    ["<div>a</div> x<sup>2</sup>"],
  ],
  ["what folds is unfolded", "<details><summary>A</summary>\n\nb\n\n</details>", ["A\n\nb"]],
  [
    "lists have bullets, numbers and boxes",
    "- a\n  - b\n    1. c\n    2. d\n\n3. e\n4. f\n\n* [x] g\n* [ ] h",
    ["• a\n  • b\n    1. c\n    2. d\n\n3. e\n4. f\n\n☑ g\n☐ h"],
  ],
  [
    "items hold paragraphs and code",
    "1. a\n\n   b\n\n   ```sh\n   rm *\n   ```\n2. c",
    ["1. a\n  b\nrm *\n2. c", "pre: sh: rm *"],
  ],
  [
    "a quote holds styles and code, and the quotes in it",
    "> a **b**\n>\n> `c`\n>\n> > d",
    ["a b\n\nc\n\nd", "blockquote: a b\n\nc\n\nd", "bold: b", "code: c"],
  ],
  [
    "a long quote is folded",
    `> ${"a ".repeat(400)}b`,
    [`${"a ".repeat(400)}b`, `expandable_blockquote: ${"a ".repeat(400)}b`],
  ],
  [
    "code keeps its indentation and names its language",
    "a\n```TS title=x\n  if (a) {\n\tb\n```",
    ["a\n\n  if (a) {\n    b", "pre: ts:   if (a) {\n    b"],
  ],
  ["code that is not closed yet is code", "a\n```\nb **c**", ["a\n\nb **c**", "pre: b **c**"]],
  ["empty code shows nothing", "a\n\n```\n```\n\nb", ["a\n\nb"]],
  [
    "a small table is drawn",
    "| A | B |\n|---|--:|\n| 中文 | 1 |\n| **x** | 22 |",
    ["A    │ B\n─────┼───\n中文 │ 1\nx    │ 22", "pre: A    │ B\n─────┼───\n中文 │ 1\nx    │ 22"],
  ],
  [
    "a wide one, and one with links, becomes lines",
    "| A | B |\n|---|---|\n| x | [y](https://ex.com) |\n| z | |",
    [
      "A: x\nB: y\n\nA: z",
      "italic: A",
      "bold: x",
      "italic: B",
      "text_link: https://ex.com: y",
      "italic: A",
      "bold: z",
    ],
  ],
  [
    "links to pages and into Telegram are tapped",
    "[a](https://ex.com/x_(y)) [b](tg://resolve?domain=c) ![d](http://ex.com/d.png)",
    [
      "a b d",
      "text_link: https://ex.com/x_(y): a",
      "text_link: tg://resolve?domain=c: b",
      "text_link: http://ex.com/d.png: d",
    ],
  ],
  [
    "other links show where they lead",
    "[a](javascript:alert(1)) [b](/c) [d](http://box:80/) [e](https://ex.com@evil.example/)",
    ["a (javascript:alert(1)) b (/c) d (http://box:80/) e (https://ex.com@evil.example/)"],
  ],
  [
    "an address that is seen hides no other one",
    "[https://bank.com](https://evil.example) [www.bank.com](https://evil.example)",
    ["https://bank.com (https://evil.example) www.bank.com (https://evil.example)"],
  ],
  [
    "a mail address is shown, since Telegram links only those",
    "[Bob](mailto:b@ex.com) <c@ex.com>",
    ["Bob (b@ex.com) c@ex.com"],
  ],
  ["a link inside the text is its words", "[a](#b) [c]()", ["a c"]],
  [
    "an address that is seen is left to Telegram",
    "https://ex.com/a_b <https://ex.com> [ex.com](http://ex.com/)",
    ["https://ex.com/a_b https://ex.com ex.com", "text_link: http://ex.com/: ex.com"],
  ],
  [
    "links are followed to their definitions",
    "See [a][1] and [2].\n\n[1]: https://ex.com/1\n[2]: https://ex.com/2",
    ["See a and 2.", "text_link: https://ex.com/1: a", "text_link: https://ex.com/2: 2"],
  ],
  [
    "a definition that nothing refers to is read",
    "As `[1]` says.\n\n[1]: https://ex.com",
    ["As [1] says.\n\n[1]: https://ex.com", "code: [1]"],
  ],
  ["an emoji counts as many units as it has", "👨‍👩‍👧 **a👍**", ["👨‍👩‍👧 a👍", "bold: a👍"]],
  ["half an emoji at the end is not there yet", "a \ud83d", ["a"]],
  ["marks that turn direction are taken out", "a\u202egpj.exe", ["agpj.exe"]],
];

test.each(CASES)("%s", (_title, markdown, expected) => {
  expect(render(markdown)).toEqual([expected]);
});

test.each(SIGN_VECTORS)("$source stays as it is meant", ({ source, shown }) => {
  const parts = renderMarkdown(source);
  expect(parts.map((part) => (part.type === "text" ? toTags(part) : part))).toEqual([shown]);
});

test.each(["", " \n\n ", "```\n```", "\u200b"])("nothing to show is no message: %j", (markdown) => {
  expect(renderMarkdown(markdown)).toEqual([]);
});

test("with plain links, addresses stand behind words", () => {
  const markdown =
    "[a **b**](https://ex.com) ![c](https://ex.com/c.png) <https://ex.com> [x](tg://x)";
  expect(render(markdown, { links: "plain" })).toEqual([
    ["a b (https://ex.com) c (https://ex.com/c.png) https://ex.com x (tg://x)", "bold: b"],
  ]);
});

test("long code becomes a file between what is said before and after it", () => {
  const code = "let a = 1;\n".repeat(320).trim();
  const markdown = `Before\n\n\`\`\`ts\n${code}\n\`\`\`\n\nbetween\n\n\`\`\`bat\n${code}\n\`\`\``;
  expect(render(markdown)).toEqual([
    ["Before"],
    ["code.ts", "text/plain", `${code}\n`],
    ["between"],
    ["code-2.txt", "text/plain", `${code}\n`],
  ]);
});

test("while it is being written, long code stays in the text", () => {
  const code = "let a = 1;\n".repeat(500).trim();
  const parts = renderMarkdown(`Before\n\n\`\`\`ts\n${code}`, { longCode: "split" });
  expect(parts.map((part) => (part.type === "text" ? part.entities : part))).toEqual([
    [{ type: "pre", language: "ts", offset: 8, length: 4080 }],
    [{ type: "pre", language: "ts", offset: 0, length: 1418 }],
  ]);
  expect(parts.map(({ text }) => text).join("\n")).toBe(`Before\n\n${code}`);
});

test("messages end between blocks, and a heading is in the one of what follows it", () => {
  const block = "a".repeat(1500);
  const parts = renderMarkdown([block, block, `## b\n\n**${block}**`].join("\n\n"));
  expect(parts).toEqual([
    { type: "text", text: `${block}\n\n${block}`, entities: [] },
    {
      type: "text",
      text: `b\n${block}`,
      entities: [
        { type: "bold", offset: 0, length: 1 },
        { type: "bold", offset: 2, length: 1500 },
      ],
    },
  ]);
});

test("several answers are packed together, and none changes the others", () => {
  expect(render(["```\na", "**b**"])).toEqual([["a\n\nb", "pre: a", "bold: b"]]);
});

test("what nests too deep to be taken apart is shown as it was written", () => {
  const quotes = `${"> ".repeat(900)}a`;
  const stars = `${"*".repeat(300)}a${"*".repeat(300)}`;
  const list = Array.from({ length: 300 }, (_, depth) => `${" ".repeat(depth * 2)}- a`).join("\n");
  for (const text of [quotes, stars, list])
    expect(
      renderMarkdown(text)
        .map((part) => part.text)
        .join("\n")
        .replaceAll(/\s/g, ""),
    ).toBe(text.replaceAll(/\s/g, ""));
});

test("an answer of 4,000 characters takes a few milliseconds", () => {
  const block = "## Title\n\nSome **bold** and [link](https://ex.com), `code`.\n\n- a *b*\n- c\n\n";
  const answer = block.repeat(55).slice(0, 4000);
  // The cheapest of many runs: the others also pay for what else the process does.
  const costs = Array.from({ length: 40 }, () => {
    const before = process.cpuUsage();
    renderMarkdown(answer);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  expect(Math.min(...costs)).toBeLessThan(15);
});
