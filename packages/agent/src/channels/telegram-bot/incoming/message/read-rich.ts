import type {
  RichBlock,
  RichBlockCaption,
  RichBlockListItem,
  RichBlockTableCell,
  RichMessage,
  RichText,
} from "grammy/types";
import { writeFormat } from "../../../kit/rich-text.ts";
import { type Carried, describeMedia, formatMedia } from "./describe-media.ts";

/**
 * Converts a rich message to Markdown: everything that a person sees, block by block, with files as
 * lines.
 */
export function readRich({ blocks }: RichMessage): string {
  return renderBlocks(blocks);
}

/** Returns the files of a rich message, each in the form of a message with that file alone. */
export function filesInRich({ blocks }: RichMessage): readonly Carried[] {
  return blocks.flatMap(filesOf);
}

function renderBlocks(blocks: readonly RichBlock[]): string {
  return blocks
    .map(renderBlock)
    .filter((told) => told !== "")
    .join("\n\n");
}

function renderBlock(block: RichBlock): string {
  switch (block.type) {
    case "paragraph":
    case "footer":
    case "thinking":
      return renderText(block.text);
    case "heading":
      return `${"#".repeat(block.size)} ${renderText(block.text)}`;
    case "pre":
      return writeFormat(block, plainText(block.text));
    case "divider":
      return "---";
    case "anchor":
      return "";
    case "mathematical_expression":
      return `$$${block.expression}$$`;
    case "list":
      return block.items.map(renderItem).join("\n");
    case "blockquote":
      return quoted(renderBlocks(block.blocks), block.credit);
    case "expandable_blockquote":
    case "pullquote":
      return quoted(renderText(block.text), block.credit);
    case "collage":
    case "slideshow":
      return lines([renderBlocks(block.blocks), renderCaption(block.caption)]);
    case "table":
      return lines([
        block.caption === undefined ? "" : renderText(block.caption),
        renderTable(block.cells),
      ]);
    case "details":
      return lines([renderText(block.summary), renderBlocks(block.blocks)]);
    case "buttons":
      return block.buttons.map(({ text }) => `[${renderText(text)}]`).join(" ");
    case "map":
      return lines([
        describeMedia({ location: block.location }).map(formatMedia).join("\n"),
        renderCaption(block.caption),
      ]);
    case "animation":
    case "audio":
    case "document":
    case "photo":
    case "video":
    case "voice_note":
      return lines([
        filesOf(block).flatMap(describeMedia).map(formatMedia).join("\n"),
        renderCaption(block.caption),
      ]);
    default:
      return renderUnknown(block);
  }
}

/** Renders a kind of block that is newer than this table. */
function renderUnknown({ type }: { readonly type: string }): string {
  return `[a block that cannot be read: ${type}]`;
}

function renderItem({
  label,
  blocks,
  has_checkbox: isTask,
  is_checked: isDone,
}: RichBlockListItem) {
  const mark = /^[\da-z]+[.)]$/i.test(label) ? label : "-";
  const box = isTask ? `[${isDone ? "x" : " "}] ` : "";
  return `${mark} ${box}${renderBlocks(blocks).replaceAll("\n", "\n  ")}`;
}

function renderTable(rows: readonly (readonly RichBlockTableCell[])[]): string {
  return rows
    .map((cells, at) => {
      const told = cells.map(({ text }) =>
        text === undefined ? "" : renderText(text).replaceAll(/\s+/g, " "),
      );
      const line = `| ${told.join(" | ")} |`;
      return at === 0 ? `${line}\n|${" --- |".repeat(cells.length)}` : line;
    })
    .join("\n");
}

function quoted(told: string, credit: RichText | undefined): string {
  const whole = lines([told, credit === undefined ? "" : `— ${renderText(credit)}`]);
  return writeFormat({ type: "quote" }, whole);
}

function renderCaption(caption: RichBlockCaption | undefined): string {
  if (!caption) return "";
  const { text, credit } = caption;
  return lines([renderText(text), credit === undefined ? "" : renderText(credit)]);
}

function lines(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}

function renderText(text: RichText): string {
  if (typeof text === "string") return text;
  if (Array.isArray(text)) return text.map(renderText).join("");
  switch (text.type) {
    case "bold":
    case "italic":
    case "underline":
    case "strikethrough":
    case "spoiler":
      return writeFormat({ type: text.type }, renderText(text.text));
    case "code":
      return writeFormat({ type: "code" }, plainText(text.text));
    case "mathematical_expression":
      return `$${text.expression}$`;
    case "url":
      return writeFormat({ type: "link", url: text.url }, renderText(text.text));
    case "text_mention":
      return writeFormat(
        { type: "link", url: `tg://user?id=${text.user.id}` },
        renderText(text.text),
      );
    default:
      return "text" in text ? renderText(text.text) : plainText(text);
  }
}

/** Returns the text without markup, as in code. */
function plainText(text: RichText): string {
  if (typeof text === "string") return text;
  if (Array.isArray(text)) return text.map(plainText).join("");
  switch (text.type) {
    case "anchor":
      return "";
    case "custom_emoji":
      return text.alternative_text;
    case "mathematical_expression":
      return text.expression;
    case "button":
      return `[${plainText(text.button.text)}]`;
    default:
      return "text" in text ? plainText(text.text) : "";
  }
}

function filesOf(block: RichBlock): readonly Carried[] {
  switch (block.type) {
    case "photo":
      return [{ photo: block.photo }];
    case "voice_note":
      return [{ voice: block.voice_note }];
    case "audio":
      return [{ audio: block.audio }];
    case "document":
      return [{ document: block.document }];
    case "video":
      return [{ video: block.video }];
    case "animation":
      return [{ animation: block.animation }];
    case "collage":
    case "slideshow":
    case "blockquote":
    case "details":
      return block.blocks.flatMap(filesOf);
    case "list":
      return block.items.flatMap(({ blocks }) => blocks.flatMap(filesOf));
    default:
      return [];
  }
}
