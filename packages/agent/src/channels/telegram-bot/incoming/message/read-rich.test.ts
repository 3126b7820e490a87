import type { RichBlock, RichText } from "grammy/types";
import { expect, test } from "vitest";
import { filesInRich, readRich } from "./read-rich.ts";

const file = { file_id: "F", file_unique_id: "U" };
const align = { align: "left", valign: "top" } as const;

function paragraph(text: RichText): RichBlock {
  return { type: "paragraph", text };
}

test.each<[RichText, string]>([
  ["words", "words"],
  [
    ["one ", { type: "bold", text: ["two ", { type: "italic", text: "three" }] }],
    "one **two *three***",
  ],
  [{ type: "strikethrough", text: "old" }, "~~old~~"],
  [{ type: "underline", text: { type: "bold", text: "both" } }, "<u>**both**</u>"],
  [{ type: "code", text: [{ type: "bold", text: "a" }, "*b"] }, "`a*b`"],
  [{ type: "url", text: "here", url: "https://a.example" }, "[here](https://a.example)"],
  [{ type: "url", text: "https://a.example", url: "https://a.example" }, "https://a.example"],
  [{ type: "mathematical_expression", expression: "a^2" }, "$a^2$"],
  [{ type: "custom_emoji", custom_emoji_id: "1", alternative_text: "👍" }, "👍"],
  [["a", { type: "anchor", name: "x" }, "b"], "ab"],
  [{ type: "button", button: { text: "Go", url: "https://a.example" } }, "[Go]"],
  [{ type: "mention", text: "@bob", username: "bob" }, "@bob"],
  [{ type: "date_time", text: "at nine", unix_time: 1, date_time_format: "t" }, "at nine"],
])("the words %j read %j", (text, read) => {
  expect(readRich({ blocks: [paragraph(text)] })).toBe(read);
});

test.each<[RichBlock, string]>([
  [{ type: "heading", text: "Plan", size: 2 }, "## Plan"],
  [{ type: "footer", text: "end" }, "end"],
  [{ type: "divider" }, "---"],
  [{ type: "anchor", name: "x" }, ""],
  [{ type: "mathematical_expression", expression: "x" }, "$$x$$"],
  [{ type: "pre", text: "a\n*b*", language: "sh" }, "```sh\na\n*b*\n```"],
  [
    {
      type: "list",
      items: [
        { label: "•", blocks: [paragraph("one"), paragraph("more")] },
        { label: "2.", blocks: [paragraph("two")] },
        { label: "•", blocks: [paragraph("tea")], has_checkbox: true, is_checked: true },
        { label: "•", blocks: [paragraph("milk")], has_checkbox: true },
      ],
    },
    "- one\n  \n  more\n2. two\n- [x] tea\n- [ ] milk",
  ],
  [
    { type: "blockquote", blocks: [paragraph("a"), paragraph("b")], credit: "Bob" },
    "> a\n> \n> b\n> — Bob",
  ],
  [{ type: "expandable_blockquote", text: "a" }, "> a"],
  [{ type: "pullquote", text: "a", credit: "Bob" }, "> a\n> — Bob"],
  [
    {
      type: "table",
      caption: "Prices",
      cells: [
        [
          { ...align, text: "what", is_header: true },
          { ...align, text: "how much", is_header: true },
        ],
        [{ ...align, text: "tea" }, align],
      ],
    },
    "Prices\n| what | how much |\n| --- | --- |\n| tea |  |",
  ],
  [{ type: "details", summary: "More", blocks: [paragraph("inside")] }, "More\ninside"],
  [
    {
      type: "buttons",
      buttons: [
        { text: "A", url: "x" },
        { text: "B", url: "y" },
      ],
    },
    "[A] [B]",
  ],
  [{ type: "thinking", text: "hm" }, "hm"],
  [
    { type: "map", location: { latitude: 1, longitude: 2 }, zoom: 13, width: 1, height: 1 },
    "[location 1, 2]",
  ],
  [
    {
      type: "photo",
      photo: [{ ...file, width: 1, height: 1 }],
      caption: { text: "us", credit: "Bob" },
    },
    "[photo]\nus\nBob",
  ],
  [{ type: "document", document: { ...file, file_name: "a.pdf" } }, "[document a.pdf]"],
  [{ type: "voice_note", voice_note: { ...file, duration: 3 } }, "[voice]"],
])("the block %j reads %j", (block, read) => {
  expect(readRich({ blocks: [block] })).toBe(read);
});

test("blocks stand apart, and one that is younger than this is told of", () => {
  const younger: unknown = { type: "hologram", text: "?" };
  const blocks = [paragraph("one"), paragraph(""), younger, paragraph("two")];
  expect(readRich({ blocks: blocks as RichBlock[] })).toBe(
    "one\n\n[a block that cannot be read: hologram]\n\ntwo",
  );
});

test("files are found wherever they stand, in their order", () => {
  const photo = [{ ...file, width: 1, height: 1 }];
  const document = { ...file, file_name: "a.pdf" };
  const voice = { ...file, duration: 3 };
  const blocks: RichBlock[] = [
    { type: "details", summary: "x", blocks: [{ type: "photo", photo }] },
    { type: "list", items: [{ label: "•", blocks: [{ type: "document", document }] }] },
    { type: "voice_note", voice_note: voice },
    paragraph("words"),
  ];
  expect(filesInRich({ blocks })).toEqual([{ photo }, { document }, { voice }]);
});
