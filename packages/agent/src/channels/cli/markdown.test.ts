import { array, assert, constantFrom, integer, property, record, string } from "fast-check";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { createMarkdownRenderer } from "./markdown.ts";

function render(source: string, size = Infinity): string {
  const renderer = createMarkdownRenderer();
  let shown = "";
  for (let start = 0; start < source.length; start += size) {
    shown += renderer.push(source.slice(start, start + size));
  }
  return shown + renderer.end();
}

const E = "\u001B[";

test.each([
  ["plain text", "plain text"],
  ["**bold** and *italic*", `${E}1mbold${E}22m and ${E}3mitalic${E}23m`],
  ["__bold__ and _italic_", `${E}1mbold${E}22m and ${E}3mitalic${E}23m`],
  ["***both***", `${E}1m${E}3mboth${E}23m${E}1m${E}22m`],
  ["a `code` b", `a ${E}36mcode${E}39m b`],
  ["``a ` b``", `${E}36ma \` b${E}39m`],
  ["~~gone~~", `${E}9mgone${E}29m`],
  ["**a `b` c**", `${E}1ma ${E}36mb${E}39m${E}1m c${E}22m`],
  ["# Title", `${E}1m${E}4mTitle${E}24m${E}1m${E}22m`],
  ["## Sub **x**", `${E}1mSub ${E}1mx${E}22m${E}1m${E}22m`],
  ["- one\n  * two", "• one\n  • two"],
  ["1. one\n2) two", "1. one\n2) two"],
  ["> said", `${E}2m│ ${E}22m${E}2msaid${E}22m`],
  ["---", `${E}2m${"─".repeat(24)}${E}22m`],
  ["[Reeve](https://r.example)", `${E}4mReeve${E}24m${E}2m (https://r.example)${E}22m`],
  ["[https://a.b](https://a.b)", `${E}4mhttps://a.b${E}24m`],
  ["```ts\nlet **a** = 1;\n```\nafter", `${E}36mlet **a** = 1;${E}39m\nafter`],
  ["~~~\n```\n~~~", `${E}36m\`\`\`${E}39m\n`],
  ["| a | **b** |\n|---|---|", "| a | **b** |\n|---|---|"],
])("renders %j", (source, shown) => {
  expect(render(source)).toBe(shown);
});

test.each([
  "2 * 3 * 4 = 24",
  "a_file_name.md",
  "an *unclosed mark",
  "a lone ` tick",
  "[not a link] at all",
  "[half](link",
  "#hashtag",
  "1.5 litres",
  "-5 degrees",
  "** spaced **",
  "wow!",
])("leaves what is no mark-up as it is: %s", (source) => {
  expect(render(source)).toBe(source);
});

test("shows an escaped mark, not what it would do", () => {
  expect(render("\\*plain\\* \\x")).toBe("*plain* \\x");
});

test("takes out escape sequences and control characters of the model", () => {
  const evil =
    "a\u001B[31mred\u001B]0;title\u0007b\u001B]8;;http://x\u001B\\c\u0008\u009Bd\u202Ee\rf";
  expect(render(evil)).toBe("aredbcdef");
  expect(render("before\u001B]0;never closed\nafter")).toBe("before\nafter");
});

test("shows words as they come and holds back only what is open", () => {
  const renderer = createMarkdownRenderer();
  expect(renderer.push("Hello wo")).toBe("Hello wo");
  expect(renderer.push("rld, this **is")).toBe("rld, this ");
  expect(renderer.push(" bold** now")).toBe(`${E}1mis bold${E}22m now`);
  expect(renderer.push("\n#")).toBe("\n");
  expect(renderer.push("# Head")).toBe(`${E}1mHead`);
  expect(renderer.end()).toBe(`${E}22m`);
});

test("an end closes an open block, and the renderer begins anew", () => {
  const renderer = createMarkdownRenderer();
  expect(renderer.push("```\ncode") + renderer.end()).toBe(`${E}36mcode${E}39m`);
  expect(renderer.push("**x**") + renderer.end()).toBe(`${E}1mx${E}22m`);
});

test("any cut of any text gives the same output", () => {
  const marks = constantFrom(
    ..."* ** _ __ ` `` ``` ~~ ~~~ # ## > - [a](b) [ ] ( ) ! | \\ \n a b 1. 👋 \u001B [31m ---".split(
      " ",
    ),
    " ",
    "  ",
    "\n\n",
  );
  const source = array(marks, { maxLength: 30 }).map((parts) => parts.join(""));
  assert(
    property(source, integer({ min: 1, max: 5 }), (text, size) => {
      expect(render(text, size)).toBe(render(text));
    }),
    { numRuns: 2000 },
  );
});

test("what is visible is the source without its marks", () => {
  const word = string({
    unit: constantFrom("a", "b", "X", "Z", "1", "é", "ß", "漢"),
    minLength: 1,
    maxLength: 6,
  });
  const piece = record({ word, mark: constantFrom("", "**", "*", "`", "~~", "__") });
  const line = record({
    start: constantFrom("", "# ", "### ", "1. ", "text: "),
    pieces: array(piece, { minLength: 1, maxLength: 6 }),
  });
  assert(
    property(array(line, { maxLength: 5 }), integer({ min: 1, max: 7 }), (lines, size) => {
      const source = lines.map(({ start, pieces }) => {
        const marked = pieces.map(({ word: text, mark }) => `${mark}${text}${mark}`);
        return start + marked.join(" ");
      });
      const visible = lines.map(({ start, pieces }) => {
        return start.replace(/^#+ /, "") + pieces.map(({ word: text }) => text).join(" ");
      });
      const shown = stripVTControlCharacters(render(source.join("\n"), size));
      expect(shown).toBe(visible.join("\n"));
    }),
  );
});
