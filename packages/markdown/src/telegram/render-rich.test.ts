import { expect, test } from "vitest";
import { SIGN_VECTORS } from "../testing/sign-vectors.ts";
import { renderRich } from "./render-rich.ts";

function html(markdown: string): string | undefined {
  return renderRich(markdown)?.html;
}

test.each(SIGN_VECTORS)("$source stays as it is meant", ({ source, shown, rich }) => {
  expect(html(source)).toBe(rich ?? `<p>${shown}</p>`);
});

test.each([
  [
    "styles",
    "**b** *i* ~~s~~ <u>u</u> ||h|| `c`",
    "<p><b>b</b> <i>i</i> <s>s</s> <u>u</u> <tg-spoiler>h</tg-spoiler> <code>c</code></p>",
  ],
  ["lines that stay lines", "one\ntwo  \nthree", "<p>one<br>two<br>three</p>"],
  ["headings and rules", "## A `b`\n\n---", "<h2>A <code>b</code></h2><hr/>"],
  [
    "lists in lists, and tasks",
    "3. a\n4. b\n   - [x] c\n   - [ ] d",
    '<ol start="3"><li>a</li><li>b<ul><li><input type="checkbox" checked>c</li><li><input type="checkbox">d</li></ul></li></ol>',
  ],
  [
    "an item of several blocks",
    "- a\n\n  b\n\n  ```\n  c\n  ```",
    "<ul><li>a<p>b</p><pre>c</pre></li></ul>",
  ],
  [
    "quotes in quotes",
    "> a\n>\n> > b",
    "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>",
  ],
  [
    "tables",
    "| a | b |\n|---|--:|\n| **1** | <2 |",
    '<table bordered striped><tr><th>a</th><th align="right">b</th></tr><tr><td><b>1</b></td><td align="right">&lt;2</td></tr></table>',
  ],
  [
    "code",
    "```ts\nif (a < b)\n  c &amp;\n```",
    '<pre><code class="language-ts">if (a &lt; b)\n  c &amp;amp;</code></pre>',
  ],
  [
    "HTML that is no format",
    '<img src="x"> <a href="y">',
    '<p>&lt;img src="x"&gt; &lt;a href="y"&gt;</p>',
  ],
  ["a mailbox", "<ann@ex.com> [Bob](mailto:b@ex.com)", "<p>ann@ex.com Bob (b@ex.com)</p>"],
  ["a link inside of the text", "[a](#b) [c]()", "<p>a c</p>"],
  ["an address in code", "`curl https://ex.com`", "<p><code>curl https://ex.com</code></p>"],
])("it shows %s", (_what, markdown, expected) => {
  expect(renderRich(markdown)).toEqual({ html: expected });
});

test.each([
  ["an address", "See https://ex.com."],
  ["one that nothing reads as such", "javascript://x"],
  ["one without a protocol", "www.ex.com"],
  ["a link", "- > **[a](/b)**"],
  ["a link in a table", "| a |\n|---|\n| [b](https://ex.com) |"],
  ["a picture", "![a](https://ex.com/a.png)"],
  ["nothing to show", " \n```\n```\n\u200b"],
  ["too much", "a".repeat(30_001)],
  ["too many blocks", "- a\n".repeat(300)],
  ["too many levels", `${"> ".repeat(14)}a`],
  ["too many columns", `${"|a".repeat(21)}|\n${"|-".repeat(21)}|`],
])("it does not show %s", (_what, markdown) => {
  expect(renderRich(markdown)).toBe(undefined);
});

function isInert(markdown: string): boolean {
  return renderRich(markdown)?.skip_entity_detection === true;
}

test("with plain links nothing is linked at all", () => {
  expect(renderRich("a@ex.com", { links: "plain" })).toEqual({
    html: "<p>a@ex.com</p>",
    skip_entity_detection: true,
  });
  expect(renderRich("https://ex.com", { links: "plain" })).toBe(undefined);
});

test("what Telegram could take for an address is not linked", () => {
  expect(["secret.ex.com", "see readme.md", "**Node.js**", "10.0.0.1"].map(isInert)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["/tasks @ann", "`a.md`", "ann@ex.com", "e.g. 3.5"].map(isInert)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
