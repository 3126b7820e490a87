import type { Message, MessageEntity, RichMessage } from "grammy/types";
import { isCommand } from "../../../kit/is-command.ts";
import { messageText } from "./message-text.ts";
import { isRecord } from "../../../../kernel/text/json.ts";

/** Identity of the bot, used to find out whether a message addresses it. */
export interface BotSelf {
  readonly id: number;
  /** Without an @. */
  readonly username: string;
  readonly name: string;
}

/**
 * Returns whether a group message addresses the bot: it mentions the bot, replies to it, or is one
 * of its commands and names no other bot.
 */
export function isAddressed(
  msg: Message,
  { self, commands }: { readonly self: BotSelf; readonly commands: ReadonlySet<string> },
): boolean {
  const replied = msg.reply_to_message;
  if (replied?.from?.id === self.id && !replied.forum_topic_created) return true;
  const text = messageText(msg);
  const entities = msg.entities ?? msg.caption_entities ?? [];
  const inRich = msg.rich_message ? mentionsInRich(msg.rich_message) : [];
  return (
    entities.some((entity) => names(text, entity, self)) ||
    inRich.some(({ id, username }) => id === self.id || isNameOf(username, self)) ||
    isCommand(text, { commands, isOwnName: (named) => isNameOf(named, self) })
  );
}

function names(text: string, entity: MessageEntity, self: BotSelf): boolean {
  if (entity.type === "text_mention") return entity.user.id === self.id;
  if (entity.type !== "mention") return false;
  return isNameOf(text.slice(entity.offset + 1, entity.offset + entity.length), self);
}

function isNameOf(username: string | undefined, self: BotSelf): boolean {
  return username?.toLowerCase() === self.username.toLowerCase();
}

/** A mentioned account, by username or id. */
interface Mention {
  /** Without an @. */
  readonly username?: string;
  readonly id?: number;
}

/** Returns all mentions in the blocks of a rich message. */
function mentionsInRich({ blocks }: RichMessage): readonly Mention[] {
  return findMentions(blocks);
}

/** Text is in blocks, items, cells and captions, which may be nested. */
function findMentions(value: unknown): readonly Mention[] {
  if (Array.isArray(value)) return value.flatMap(findMentions);
  if (!isRecord(value)) return [];
  const { type, username, user } = value;
  if (type === "mention" && typeof username === "string")
    return [{ username: username.replace(/^@/, "") }];
  if (type === "text_mention" && isRecord(user) && typeof user["id"] === "number")
    return [{ id: user["id"] }];
  return Object.values(value).flatMap(findMentions);
}
