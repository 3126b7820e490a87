import { formatMatrix } from "chat-markdown/matrix";
import { expect, test } from "vitest";
import { htmlToMarkdown } from "../kit/read-html.ts";
import { htmlMarks } from "./to-envelope.ts";

const SELF = "@reeve:home.test";

const read = (html: string) => htmlToMarkdown(html, htmlMarks(SELF));

test.each([
  [
    "one <strong>two</strong> <em>three</em> <del>four</del> <u>five</u>",
    "one **two** *three* ~~four~~ <u>five</u>",
  ],
  ["<p>one</p>\n<p>two<br />three</p>", "one\n\ntwo\nthree"],
  ['see <a href="https://ex.com/a?b&amp;c">the docs</a>', "see [the docs](https://ex.com/a?b&c)"],
  [
    '<a href="https://matrix.to/#/@bob:home.test">Bob</a> and <a href="https://matrix.to/#/%40reeve%3Ahome.test">Reeve</a>: hi',
    "[Bob](https://matrix.to/#/@bob:home.test) and Reeve: hi",
  ],
  ["run <code>a  b</code> now", "run `a  b` now"],
  [
    'see\n<pre><code class="language-ts">let a;\n  b &lt; c;\n</code></pre>\nthere',
    "see\n\n```ts\nlet a;\n  b < c;\n```\n\nthere",
  ],
  ["<blockquote><p>a</p><p>b</p></blockquote><p>no</p>", "> a\n> \n> b\n\nno"],
  ["it was <span data-mx-spoiler>Bob</span>", "it was ||Bob||"],
  ['hi <img data-mx-emoticon src="mxc://h/1" alt=":wave:">', "hi :wave:"],
  ["<mx-reply><blockquote>old</blockquote></mx-reply>new", "new"],
  ['<ul><li>a</li><li>b</li></ul><ol start="3"><li>c</li></ol>', "- a\n- b\n\n3. c"],
  [
    "<ul><li><p>a</p><p>more</p></li><li>b<ol><li>c</li></ol></li></ul>d",
    "- a\n\nmore\n\n- b\n  1. c\n\nd",
  ],
  ["a<hr>b", "a\n\n---\n\nb"],
  ["<h2>Plan</h2><p>go</p>", "## Plan\n\ngo"],
  ["<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>", "a | b\n1 | 2"],
  ["<strong>yes</strong>", "yes"],
  ["<script>alert(1)</script>a <b>b", "a **b**"],
  ["", ""],
])("%s", (html, markdown) => {
  expect(read(html)).toBe(markdown);
});

test("what is nested without end is read", () => {
  const depth = 3000;
  expect(read(`${"<b>".repeat(depth)}a${"</b>".repeat(depth)} b`)).toBe("**a** b");
});

test("HTML that is too long is not read", () => {
  expect(read("<li>a".repeat(6400))).toMatch(/^- a\n(?:- a\n)+- a$/);
  expect(read("<li>a".repeat(6401))).toBe("");
});

test("what the agent has formatted reads as it was written", () => {
  const markdown = "## Title\n\nDo **this** and *that*; run `ls`:\n\n```sh\nls -l\n```\n\n- a\n- b";
  expect(formatMatrix(markdown).map(({ html }) => read(html))).toEqual([markdown]);
});
