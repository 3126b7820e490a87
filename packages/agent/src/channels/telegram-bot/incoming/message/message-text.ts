import type { Message, MessageEntity } from "grammy/types";
import { type RichEntity, type RichFormat, toMarkdown } from "../../../kit/rich-text.ts";
import { readRich } from "./read-rich.ts";

type Worded = Pick<Message, "text" | "entities" | "caption" | "caption_entities" | "rich_message">;

/** Returns the text of a message: its text, caption or rich message. Empty if it has none. */
export function messageText({ text, caption, rich_message: rich }: Worded): string {
  return text ?? caption ?? (rich ? readRich(rich) : "");
}

/** Returns the text of a message as Markdown. */
export function messageMarkdown(msg: Worded): string {
  const { entities = msg.caption_entities ?? [] } = msg;
  return toMarkdown({ text: messageText(msg), entities: entities.flatMap(toRichEntity) });
}

/** Addresses and names that can be seen need no format. */
function toRichEntity(entity: MessageEntity): readonly RichEntity[] {
  const format = formatOf(entity);
  return format ? [{ ...format, offset: entity.offset, length: entity.length }] : [];
}

function formatOf(entity: MessageEntity): RichFormat | undefined {
  switch (entity.type) {
    case "bold":
    case "italic":
    case "underline":
    case "strikethrough":
    case "spoiler":
    case "code":
      return { type: entity.type };
    case "pre":
      return { type: "pre", language: entity.language };
    case "blockquote":
    case "expandable_blockquote":
      return { type: "quote" };
    case "text_link":
      return { type: "link", url: entity.url };
    case "text_mention":
      return { type: "link", url: `tg://user?id=${entity.user.id}` };
    default:
      return undefined;
  }
}
