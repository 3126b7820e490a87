import type { Message } from "grammy/types";
import type { Address, Envelope } from "../../../../kernel/envelope.ts";
import { formatBusinessChat, formatChat } from "../../chat-address.ts";
import { messageMedia } from "./message-media.ts";
import { nameOfOrigin } from "./describe-media.ts";
import { type BotSelf, isAddressed } from "./is-addressed.ts";
import { quoteOf, repliedMessage } from "./quote-of.ts";
import { messageSender } from "./message-sender.ts";
import { messageMarkdown } from "./message-text.ts";

export interface Reading {
  readonly channel: string;
  readonly self: BotSelf;
  /** Names of the bot's commands. */
  readonly commands: ReadonlySet<string>;
  /** Whether the bot answers in groups only if it is addressed. */
  readonly needsMention: boolean;
  /** Ids of accounts other than the bot that the agent itself writes from. */
  readonly accounts: ReadonlySet<string>;
  /** Number of the update; used for edits. */
  readonly updateId: number;
}

/**
 * Reads a message, or the messages of an album, whose id is that of the first one. Returns
 * undefined for service events, such as a new member or a new topic.
 */
export function toEnvelope(
  messages: readonly [Message, ...Message[]],
  reading: Reading,
): Envelope | undefined {
  const [msg] = messages;
  const { channel, needsMention } = reading;
  const text = messages
    .map(messageMarkdown)
    .filter((words) => words !== "")
    .join("\n");
  const media = messages.flatMap((one) =>
    messageMedia(one).map((what) => (one === msg ? what : { ...what, id: String(one.message_id) })),
  );
  if (text === "" && media.length === 0) return undefined;
  const address = addressOf(msg, channel);
  const quote = quoteOf(msg);
  const replied = repliedMessage(msg);
  const { forward_origin: origin } = msg;
  const isOverheard =
    needsMention && address.kind !== "direct" && !messages.some((one) => isAddressed(one, reading));
  const title = "title" in msg.chat ? msg.chat.title : undefined;
  return {
    id: String(msg.message_id),
    edit: Math.max(...messages.map((one) => editOf(one, reading.updateId))),
    address,
    sender: messageSender(msg),
    ...(title !== undefined && { title }),
    text,
    ...(media.length > 0 && { media }),
    ...(quote && { quote }),
    ...(replied && { replyTo: String(replied.message_id) }),
    ...(origin && { forwardedFrom: nameOfOrigin(origin) }),
    sentAt: msg.date * 1000,
    ...(isOverheard && { isOverheard }),
    ...(isOwn(msg, reading) && { isOwn: true }),
  };
}

/** Returns the chat address of a message: topics are separate chats, and so are those of business accounts. */
export function addressOf(
  msg: Pick<Message, "chat" | "is_topic_message" | "message_thread_id" | "business_connection_id">,
  channel: string,
): Address {
  const { chat, is_topic_message: isTopic, message_thread_id: thread } = msg;
  const { business_connection_id: connection } = msg;
  if (connection !== undefined) {
    const externalId = formatBusinessChat({ connection, chat: String(chat.id) });
    // The account's owner, the other person and the agent read it.
    return { channel, externalId, kind: "group" };
  }
  const topic = isTopic ? thread : undefined;
  const kinds = { private: "direct", channel: "channel" } as const;
  const kind = chat.type === "private" || chat.type === "channel" ? kinds[chat.type] : "group";
  return { channel, externalId: formatChat({ chat: String(chat.id), topic }), kind };
}

/**
 * Telegram dates an edit by the second, and two edits may share one. Update ids are unique, and
 * stay the same when an update arrives again.
 */
function editOf({ edit_date: seconds }: Message, updateId: number): number {
  return seconds === undefined ? 0 : seconds * 1000 + (updateId % 1000);
}

/**
 * Returns whether the agent wrote the text: as the bot, also if a person sent it via the bot, or as
 * an account that the agent uses.
 */
function isOwn(
  { from, via_bot: via, sender_chat: chat, forward_origin: origin }: Message,
  { self, accounts }: Reading,
): boolean {
  if (from?.id === self.id || (via?.id === self.id && !origin)) return true;
  return from !== undefined && !chat && accounts.has(String(from.id));
}
