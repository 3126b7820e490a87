import type { Message, MessageEntity } from "grammy/types";

/** What the bot is, for telling whether it is spoken to. */
export interface BotSelf {
  readonly id: number;
  /** Without an @. */
  readonly username: string;
  readonly name: string;
}

/**
 * Whether a message of a group is for the bot: it names it, replies to it, or is one of its
 * commands that names nobody else.
 */
export function isMeant(
  msg: Message,
  { self, commands }: { readonly self: BotSelf; readonly commands: ReadonlySet<string> },
): boolean {
  const replied = msg.reply_to_message;
  if (replied?.from?.id === self.id && !replied.forum_topic_created) return true;
  const text = msg.text ?? msg.caption ?? "";
  const entities = msg.entities ?? msg.caption_entities ?? [];
  return (
    entities.some((entity) => names(text, entity, self)) || isOwnCommand(text, { self, commands })
  );
}

function names(text: string, entity: MessageEntity, self: BotSelf): boolean {
  if (entity.type === "text_mention") return entity.user.id === self.id;
  if (entity.type !== "mention") return false;
  const named = text.slice(entity.offset, entity.offset + entity.length);
  return named.toLowerCase() === `@${self.username.toLowerCase()}`;
}

function isOwnCommand(
  text: string,
  { self, commands }: { readonly self: BotSelf; readonly commands: ReadonlySet<string> },
): boolean {
  const [, name = "", named] = /^\/([a-z][a-z0-9_]*)(?:@(\w+))?(?:\s|$)/i.exec(text) ?? [];
  if (named !== undefined) return named.toLowerCase() === self.username.toLowerCase();
  return commands.has(name.toLowerCase());
}
