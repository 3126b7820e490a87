import * as fc from "fast-check";
import { expect, test } from "vitest";
import { SIGN_VECTORS } from "../testing/sign-vectors.ts";
import { anyAnswer, sourceOf } from "../telegram/testing/any-answer.ts";
import { formatText, MAX_TEXT_UNITS } from "./format-text.ts";

const CASES: readonly (readonly [title: string, markdown: string, formatted: string])[] = [
  [
    "styles have WhatsApp's signs",
    "**bold** *italic* ~~gone~~ `code` <u>under</u> ||hidden||",
    "*bold* _italic_ ~gone~ `code` under hidden",
  ],
  ["styles inside each other nest", "***a*** **b *c* d**", "_*a*_ *b _c_ d*"],
  ["a style inside its like is one", "**a <b>b</b>**", "*a b*"],
  ["a style inside a word has no signs", "<b>fett</b>er, 中**文**字", "fetter, 中文字"],
  ["beside a sign of punctuation it has", "(**a**), “*b*”", "(*a*), “_b_”"],
  ["a sign inside its own style is only itself", "**2 \\* 3** *snake_case*", "2 * 3 snake_case"],
  ["each line has its own signs", "**a\nb**", "*a*\n*b*"],
  ["a heading is bold", "# A *b*\nc", "*A _b_*\n\nc"],
  [
    "code has fences without a language",
    "```ts\nlet a = `b`;\n  c\n```",
    "```\nlet a = `b`;\n  c\n```",
  ],
  ["code that holds backticks is plain", "`` a`b ``", "a`b"],
  [
    "lists have dashes, numbers and boxes",
    "- a\n  - b\n\n    c\n\n1. d\n2. e\n\n- [x] f\n- [ ] g",
    "- a\n  - b\n    c\n\n1. d\n2. e\n\n- ☑ f\n- ☐ g",
  ],
  [
    "each line of a quote is marked",
    "> a **b**\n> c\n>\n> > d\n>\n> ```\n> e\n> ```",
    "> a *b*\n> c\n> d\n> e",
  ],
  ["a small table is drawn", "| A | B |\n|---|---|\n| x | 1 |", "```\nA │ B\n──┼──\nx │ 1\n```"],
  [
    "one with links becomes lines",
    "| A | B |\n|---|---|\n| x | [y](https://ex.com) |\n| z | |",
    "_A_: x\n_B_: y (https://ex.com)\n\n_A_: z",
  ],
  [
    "addresses stand behind words",
    "[a **b**](https://ex.com) <https://ex.com> [c](mailto:d@ex.com) ![e](https://ex.com/e.png) [f](#g)",
    "a *b* (https://ex.com) https://ex.com c (d@ex.com) e (https://ex.com/e.png) f",
  ],
  ["blocks have a free line between them", "a\n\n---\n\nb", "a\n\n———\n\nb"],
];

test.each(CASES)("%s", (_title, markdown, formatted) => {
  expect(formatText(markdown)).toEqual([formatted]);
});

test.each(SIGN_VECTORS)("$source stays as it is meant", ({ source, shown, whatsApp }) => {
  expect(formatText(source)).toEqual([whatsApp ?? shown.replaceAll(/<\/?[a-z]+>/g, "")]);
});

test("nothing to show is no message", () => {
  expect(["", " \n\n", "```\n```", "\u200b"].map(formatText)).toEqual([[], [], [], []]);
});

test("messages end between blocks", () => {
  const block = "a".repeat(1500);
  expect(formatText([block, block, block].join("\n\n"))).toEqual([`${block}\n\n${block}`, block]);
});

test("long code is in several messages, each with its fences", () => {
  const code = `${"let a = 1;\n".repeat(500)}let b;`;
  const parts = formatText(`\`\`\`ts\n${code}\n\`\`\``);
  expect(parts.map((part) => part.length)).toEqual([4088, 1433]);
  expect(parts.map((part) => part.replace(/^```\n/, "").replace(/\n```$/, "")).join("\n")).toBe(
    code,
  );
});

test("a long line is cut between words, else between characters", () => {
  expect(formatText("word ".repeat(1000)).map((part) => part.length)).toEqual([4094, 904]);
  expect(formatText(`a${"👨‍👩‍👧‍👦".repeat(400)}`).map((part) => part.length)).toEqual([4093, 308]);
});

test.each(["**", "*", "~~", "`"])("what stands between two %s is not cut in two", (sign) => {
  const styled = `${sign}${"four words in style ".repeat(20).trim()}${sign}`;
  for (const before of [3750, 3900, 4090, 4094, 4095]) {
    const parts = formatText(`${"a".repeat(before - 4)} (b) ${styled} and more.`);
    expect(parts.join(" ").split(/\s+/)).toEqual(
      formatText(`${"a".repeat(1000)} (b) ${styled} and more.`)
        .join(" ")
        .split(/\s+/)
        .with(0, "a".repeat(before - 4)),
    );
    for (const part of parts) expect((part.match(/[*_~`]/g) ?? []).length % 2).toBe(0);
  }
});

test("where there is no space before a style, it begins the next message", () => {
  const parts = formatText(`${"字".repeat(4091)}，**粗体文字**。`);
  expect(parts).toEqual([`${"字".repeat(4091)}，`, "*粗体文字*。"]);
});

test("code in a line that is too long to stand in one message has no signs", () => {
  expect(formatText(`\`${"a".repeat(1000)}\` \`${"b".repeat(1001)}\``)).toEqual([
    `\`${"a".repeat(1000)}\` ${"b".repeat(1001)}`,
  ]);
});

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\p{Extended_Pictographic}]/gu, "").replaceAll(/[☑☐]/g, "");
}

test("every answer fits into messages, and says what its source says", () => {
  fc.assert(
    fc.property(anyAnswer, (answer) => {
      const parts = formatText(sourceOf(answer));
      expect(parts.filter((part) => part.length > MAX_TEXT_UNITS || !part.isWellFormed())).toEqual(
        [],
      );
      expect(lettersOf(parts.join(""))).toBe(lettersOf(answer.map(({ plain }) => plain).join("")));
    }),
    { numRuns: process.env["PROVE"] === "all" ? 5000 : 200, seed: 8 },
  );
}, 300_000);
