import { expect, test } from "vitest";
import { formatMatrix, formatPlain } from "./format-message.ts";

const letters = (said: string) => said.replaceAll(/[^\p{L}\p{N}]/gu, "").length;

const htmlOf = (markdown: string) => formatMatrix(markdown).map(({ html }) => html);

test.each([
  ["**a** _b_ ~~c~~", "<p><strong>a</strong> <em>b</em> <del>c</del></p>"],
  ["# Title\n\ntext", "<h1>Title</h1><p>text</p>"],
  ["- one\n- two", "<ul><li>one</li><li>two</li></ul>"],
  ["3. one\n4. two", '<ol start="3"><li>one</li><li>two</li></ol>'],
  ["- [x] done\n- [ ] open", "<ul><li>☑ done</li><li>☐ open</li></ul>"],
  ["> said", "<blockquote><p>said</p></blockquote>"],
  ["```js\nlet a = 1 < 2;\n```", '<pre><code class="language-js">let a = 1 &lt; 2;</code></pre>'],
  ["a\nb", "<p>a<br>b</p>"],
  ["<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
])("%s", (markdown, html) => {
  expect(htmlOf(markdown)).toEqual([html]);
});

test.each([
  ["See https://ex.com/a?b=1.", "<p>See <code>https://ex.com/a?b=1</code>.</p>"],
  ["[the docs](https://ex.com)", "<p>the docs (<code>https://ex.com</code>)</p>"],
  ["<https://ex.com>", "<p><code>https://ex.com</code></p>"],
  ["at evil.example/?d=secret now", "<p>at <code>evil.example/?d=secret</code> now</p>"],
  ["![x](https://ex.com/i.png)", "<p>x (<code>https://ex.com/i.png</code>)</p>"],
  ["[evil.com](https://ex.com)", "<p><code>evil.com</code> (<code>https://ex.com</code>)</p>"],
  ["write to bob@ex.com", "<p>write to bob@ex.com</p>"],
  ["`curl https://ex.com`", "<p><code>curl https://ex.com</code></p>"],
])("no client loads a preview of the addresses in %s", (markdown, html) => {
  expect(htmlOf(markdown)).toEqual([html]);
});

test("a text is shown as it is, and loads no preview", () => {
  expect(formatPlain("Fetch https://ex.com/?d=1?\n*a* <b>")).toEqual([
    {
      body: "Fetch https://ex.com/?d=1?\n*a* <b>",
      html: "Fetch <code>https://ex.com/?d=1</code>?<br>*a* &lt;b&gt;",
    },
  ]);
  const long = "試 https://ex.com/\n".repeat(3000);
  expect(
    formatPlain(long)
      .map(({ body }) => body)
      .join("\n")
      .trim(),
  ).toBe(long.trim());
  expect(formatPlain(" \n")).toEqual([]);
});

test("the plain text has the words without signs", () => {
  const [message] = formatMatrix(
    "# Title\n\n**2*3** is `6`, see [docs](https://ex.com)\n\n- a\n- b",
  );
  expect(message?.body).toBe("Title\n\n2*3 is 6, see docs (https://ex.com)\n\n• a\n• b");
});

test.each(["# ", "", "\u200b", "<!-- -->"])("nothing is sent of %j", (markdown) => {
  expect(formatMatrix(markdown).every(({ body }) => body.trim() !== "")).toBe(true);
});

test.each([
  ["paragraphs", "word ".repeat(400) + "\n\n", 100],
  ["one long paragraph", 'слово "x" ', 20_000],
  ["a long list", "- point \\ 試\n", 20_000],
  ["a long item of a list", "- ", 1],
  ["long code", "", 1],
])("%s become messages that fit into events, and lose nothing", (kind, text, times) => {
  const code = `\`\`\`js\n${"let 試 = 1;\n".repeat(9000)}\`\`\``;
  const item = `- ${"слово ".repeat(20_000)}`;
  const markdown = kind === "long code" ? code : text.length === 2 ? item : text.repeat(times);
  const messages = formatMatrix(markdown);
  for (const one of messages)
    expect(Buffer.byteLength(JSON.stringify(one))).toBeLessThanOrEqual(48_000);
  const words = letters(kind === "long code" ? code.slice(5) : markdown);
  expect(messages.reduce((sum, { body }) => sum + letters(body), 0)).toBe(words);
  expect(messages.length).toBeGreaterThan(1);
  expect(messages.length).toBeLessThan(25);
});
