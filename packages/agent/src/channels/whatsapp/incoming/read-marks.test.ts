import { formatText } from "chat-markdown/whatsapp";
import { expect, test } from "vitest";
import { toMarkdown } from "../../kit/rich-text.ts";
import { readMarks } from "./read-marks.ts";

test.each([
  ["one *two* three", "one **two** three"],
  ["one _two_ and ~three~", "one *two* and ~~three~~"],
  ["one *two _three_*.", "one **two *three***."],
  ["run `a * b * c` now", "run `a * b * c` now"],
  ["see\n```\nlet a = *1*;\nb\n```\nthere", "see\n```\nlet a = *1*;\nb\n```\nthere"],
  ["see ```let *a*``` there", "see `let *a*` there"],
  ["> quoted\n- item", "> quoted\n- item"],
  ["2*3*4 and snake_case_name and a * b * c", "2*3*4 and snake_case_name and a * b * c"],
  ["*two lines\nare none*", "*two lines\nare none*"],
  ["*yes*", "yes"],
  [
    "(*a*), “_b_” and *read https://ex.com now*!",
    "(**a**), “*b*” and **read https://ex.com now**!",
  ],
  ["x *a _b_ c*", "x **a *b* c**"],
  ['"`a *b* c`"', '"`a *b* c`"'],
  ["", ""],
])("%j reads %j", (source, markdown) => {
  expect(toMarkdown(readMarks(source))).toBe(markdown);
});

test.each([
  "https://ex.com/_foo_/bar",
  "see https://host/_search?q=_all_",
  "open __init__.py please",
  "open __init__ please",
  "find . -name '*.ts' -o -name '*.js'",
  "~/a:~/b x",
  "glob src/*.ts src/*.js",
  "see _https://ex.com/a_",
  "see *it, at ex.com/a*",
  "**bold** and ~~gone~~",
])("%j stays as it was typed", (typed) => {
  expect(toMarkdown(readMarks(typed))).toBe(typed);
});

test("what the agent has formatted reads as it was written", () => {
  const markdown = "Do **this** and *that*, not ~~those~~; run `ls`:\n\n```\nls -l\npwd\n```";
  const [formatted = ""] = formatText(markdown);
  expect(toMarkdown(readMarks(formatted))).toBe(markdown);
});
