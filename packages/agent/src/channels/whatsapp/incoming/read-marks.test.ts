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
  ["", ""],
])("%j reads %j", (source, markdown) => {
  expect(toMarkdown(readMarks(source))).toBe(markdown);
});

test("what the agent has formatted reads as it was written", () => {
  const markdown = "Do **this** and *that*, not ~~those~~; run `ls`:\n\n```\nls -l\npwd\n```";
  const [formatted = ""] = formatText(markdown);
  expect(toMarkdown(readMarks(formatted))).toBe(markdown);
});
