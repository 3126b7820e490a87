import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { toText } from "./to-text.ts";

function textOf(body: string): string {
  const { document } = parseHTML(`<html><head><title>t</title></head><body>${body}</body></html>`);
  return toText(document.documentElement, "https://example.com/a/b?c");
}

test.each([
  [
    "text and spaces",
    "<p>one\n  two&nbsp;three</p><p>four<br>five</p>",
    "one two three\n\nfour\nfive",
  ],
  ["blocks and inline", "a<div>b <b>c</b><div>d</div></div>e", "a\n\nb c\n\nd\n\ne"],
  ["headings", "<h1>One</h1>x<h3>Three</h3>", "# One\n\nx\n\n### Three"],
  ["lists", "<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e", "- a\n- b\n  - c\n- d\n\ne"],
  ["tables", "<table><tr><th>a<th>b<tr><td>1<td>2</table>", "a | b\n1 | 2"],
  ["code", "x<pre>\nif (a)\n  b  c\n</pre>y", "x\n\nif (a)\n  b  c\n\ny"],
  ["what is not shown", "<script>x</script><style>y</style><svg><text>z</text></svg>a", "a"],
  ["nothing", "", ""],
])("renders %s", (_what, body, text) => {
  expect(textOf(body)).toBe(text);
});

test.each([
  ["relative", '<a href="../d">x</a> y', "x (https://example.com/d) y"],
  [
    "whole",
    '<a href=" https://other.example/?q=1#f ">x </a>y',
    "x (https://other.example/?q=1#f)y",
  ],
  ["by mail", '<a href="mailto:ann@example.com">Ann</a>', "Ann (mailto:ann@example.com)"],
  ["its own text", '<a href="https://a.example/">https://a.example/</a>', "https://a.example/"],
  ["within the page", '<a href="#top">up</a>', "up"],
  ["without an address", "<a>x</a>", "x"],
  ["without text", '<a href="/x"><img alt="pic"></a>y', "y"],
  ["a script", '<a href="javascript:alert(1)">x</a>', "x"],
  ["data", '<a href="data:text/html,x">x</a>', "x"],
  ["no address", '<a href="http://[">x</a>', "x"],
  ["around blocks", '<a href="/d"><h2>T</h2><p>s</p></a>', "## T\n\ns (https://example.com/d)"],
])("writes a link %s", (_kind, body, text) => {
  expect(textOf(body)).toBe(text);
});

test("what is nested beyond measure keeps its words", () => {
  const deep = `${"<div>".repeat(5_000)}one <b>two</b>${"</div>".repeat(5_000)}`;
  expect(textOf(`<p>zero</p>${deep}`)).toBe("zero\n\none two");
});
