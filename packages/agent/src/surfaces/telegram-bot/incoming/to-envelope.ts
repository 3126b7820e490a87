import type { Message } from "grammy/types";
import type { Address, Envelope } from "../../../kernel/envelope.ts";
import { formatChat } from "../chat-address.ts";
import { describeMedia, nameOf, nameOfChat, nameOfOrigin } from "./describe-media.ts";
import { type BotSelf, isMeant } from "./is-meant.ts";

export interface Reading {
  readonly surface: string;
  readonly self: BotSelf;
  /** The names of the bot's commands. */
  readonly commands: ReadonlySet<string>;
  /** Whether the bot answers in groups only where it is meant. */
  readonly needsMention: boolean;
  /** Of the update, where it tells of an edit. */
  readonly updateId: number;
}

/**
 * Reads a message, or the messages of an album, the first of which gives it its id. Undefined for
 * what nobody wrote: that somebody joined, that a topic was made. Anonymous admins and channels
 * speak as their chat.
 */
export function toEnvelope(
  messages: readonly [Message, ...Message[]],
  reading: Reading,
): Envelope | undefined {
  const [msg] = messages;
  const { surface, self, needsMention } = reading;
  const text = messages.flatMap((one) => one.text ?? one.caption ?? []).join("\n");
  const media = messages.flatMap(describeMedia);
  if (text === "" && media.length === 0) return undefined;
  const address = addressOf(msg, surface);
  const quote = quoteOf(msg);
  const replied = repliedTo(msg);
  const { forward_origin: origin } = msg;
  const isOverheard =
    needsMention && address.kind !== "direct" && !messages.some((one) => isMeant(one, reading));
  const title = "title" in msg.chat ? msg.chat.title : undefined;
  return {
    id: String(msg.message_id),
    edit: Math.max(...messages.map((one) => editOf(one, reading.updateId))),
    address,
    sender: senderOf(msg),
    ...(title !== undefined && { title }),
    text,
    ...(media.length > 0 && { media }),
    ...(quote && { quote }),
    ...(replied !== undefined && { replyTo: replied }),
    ...(origin && { forwardedFrom: nameOfOrigin(origin) }),
    sentAt: msg.date * 1000,
    ...(isOverheard && { isOverheard }),
    ...(msg.from?.id === self.id && { isOwn: true }),
  };
}

/** Where a message stands: topics are places of their own. */
export function addressOf(
  msg: Pick<Message, "chat" | "is_topic_message" | "message_thread_id">,
  surface: string,
): Address {
  const { chat, is_topic_message: isTopic, message_thread_id: thread } = msg;
  const topic = isTopic ? thread : undefined;
  const kinds = { private: "direct", channel: "channel" } as const;
  const kind = chat.type === "private" || chat.type === "channel" ? kinds[chat.type] : "group";
  return { surface, chat: formatChat({ chat: String(chat.id), topic }), kind };
}

/**
 * Telegram tells the second of an edit, and two may fall into one; updates are numbered, and keep
 * their numbers when they come again.
 */
function editOf({ edit_date: seconds }: Message, updateId: number): number {
  return seconds === undefined ? 0 : seconds * 1000 + (updateId % 1000);
}

function senderOf({ from, sender_chat: chat }: Message): Envelope["sender"] {
  if (chat) {
    const username = "username" in chat ? chat.username : undefined;
    const name = nameOfChat(chat);
    return { id: String(chat.id), name, ...(username !== undefined && { username }) };
  }
  if (!from) return { id: "0", name: "unknown" };
  const { username, language_code: language, is_bot: isBot } = from;
  return {
    id: String(from.id),
    name: nameOf(from),
    ...(username !== undefined && { username }),
    ...(language !== undefined && { language }),
    ...(isBot && { isBot }),
  };
}

/** In a topic every message "replies" to the one that made it: that is no reply. */
function repliedMessage({ reply_to_message: replied }: Message) {
  return replied?.forum_topic_created ? undefined : replied;
}

function repliedTo(msg: Message): string | undefined {
  const replied = repliedMessage(msg);
  return replied && String(replied.message_id);
}

function quoteOf(msg: Message): Envelope["quote"] {
  const { quote, external_reply: elsewhere } = msg;
  const replied = repliedMessage(msg);
  if (replied) {
    const { text, caption } = replied;
    const shown = quote?.text ?? text ?? caption ?? tellMedia(replied);
    return shown === "" ? undefined : { name: senderOf(replied).name, text: shown };
  }
  if (!elsewhere || !quote) return undefined;
  return { name: nameOfOrigin(elsewhere.origin), text: quote.text };
}

function tellMedia(msg: Message): string {
  return describeMedia(msg)
    .map(({ kind, text, file }) => text ?? (file?.name ? `[${kind} ${file.name}]` : `[${kind}]`))
    .join("\n");
}
