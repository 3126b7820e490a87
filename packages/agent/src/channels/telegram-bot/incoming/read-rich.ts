import type {
  RichBlock,
  RichBlockCaption,
  RichBlockListItem,
  RichBlockTableCell,
  RichMessage,
  RichText,
} from "grammy/types";
import { type Carried, describeMedia, tellMedia } from "./describe-media.ts";

/** A rich message as Markdown: all that a person sees of it, block by block, files as a line. */
export function readRich({ blocks }: RichMessage): string {
  return tellBlocks(blocks);
}

/** What the files of a rich message are, each as a message with it alone would carry it. */
export function filesInRich({ blocks }: RichMessage): readonly Carried[] {
  return blocks.flatMap(filesOf);
}

function tellBlocks(blocks: readonly RichBlock[]): string {
  return blocks
    .map(tellBlock)
    .filter((told) => told !== "")
    .join("\n\n");
}

function tellBlock(block: RichBlock): string {
  switch (block.type) {
    case "paragraph":
    case "footer":
    case "thinking":
      return tellText(block.text);
    case "heading":
      return `${"#".repeat(block.size)} ${tellText(block.text)}`;
    case "pre":
      return `\`\`\`${block.language ?? ""}\n${plainText(block.text)}\n\`\`\``;
    case "divider":
      return "---";
    case "anchor":
      return "";
    case "mathematical_expression":
      return `$$${block.expression}$$`;
    case "list":
      return block.items.map(tellItem).join("\n");
    case "blockquote":
      return quoted(tellBlocks(block.blocks), block.credit);
    case "expandable_blockquote":
    case "pullquote":
      return quoted(tellText(block.text), block.credit);
    case "collage":
    case "slideshow":
      return lines([tellBlocks(block.blocks), tellCaption(block.caption)]);
    case "table":
      return lines([
        block.caption === undefined ? "" : tellText(block.caption),
        tellTable(block.cells),
      ]);
    case "details":
      return lines([tellText(block.summary), tellBlocks(block.blocks)]);
    case "buttons":
      return block.buttons.map(({ text }) => `[${tellText(text)}]`).join(" ");
    case "map":
      return lines([
        describeMedia({ location: block.location }).map(tellMedia).join("\n"),
        tellCaption(block.caption),
      ]);
    case "animation":
    case "audio":
    case "document":
    case "photo":
    case "video":
    case "voice_note":
      return lines([
        filesOf(block).flatMap(describeMedia).map(tellMedia).join("\n"),
        tellCaption(block.caption),
      ]);
    default:
      return tellUnknown(block);
  }
}

/** A kind of block that is younger than this table. */
function tellUnknown({ type }: { readonly type: string }): string {
  return `[a block that cannot be read: ${type}]`;
}

function tellItem({ label, blocks, has_checkbox: isTask, is_checked: isDone }: RichBlockListItem) {
  const mark = /^[\da-z]+[.)]$/i.test(label) ? label : "-";
  const box = isTask ? `[${isDone ? "x" : " "}] ` : "";
  return `${mark} ${box}${tellBlocks(blocks).replaceAll("\n", "\n  ")}`;
}

function tellTable(rows: readonly (readonly RichBlockTableCell[])[]): string {
  return rows
    .map((cells, at) => {
      const told = cells.map(({ text }) =>
        text === undefined ? "" : tellText(text).replaceAll(/\s+/g, " "),
      );
      const line = `| ${told.join(" | ")} |`;
      return at === 0 ? `${line}\n|${" --- |".repeat(cells.length)}` : line;
    })
    .join("\n");
}

function quoted(told: string, credit: RichText | undefined): string {
  const whole = lines([told, credit === undefined ? "" : `— ${tellText(credit)}`]);
  return whole.replaceAll(/^/gm, "> ");
}

function tellCaption(caption: RichBlockCaption | undefined): string {
  if (!caption) return "";
  const { text, credit } = caption;
  return lines([tellText(text), credit === undefined ? "" : tellText(credit)]);
}

function lines(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}

function tellText(text: RichText): string {
  if (typeof text === "string") return text;
  if (Array.isArray(text)) return text.map(tellText).join("");
  switch (text.type) {
    case "bold":
      return `**${tellText(text.text)}**`;
    case "italic":
      return `*${tellText(text.text)}*`;
    case "strikethrough":
      return `~~${tellText(text.text)}~~`;
    case "code":
      return `\`${plainText(text.text)}\``;
    case "mathematical_expression":
      return `$${text.expression}$`;
    case "url": {
      const words = tellText(text.text);
      return words === text.url ? words : `[${words}](${text.url})`;
    }
    default:
      return "text" in text ? tellText(text.text) : plainText(text);
  }
}

/** Without signs for its form, as in code. */
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
