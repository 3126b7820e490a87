import type { Message } from "grammy/types";
import type { Envelope } from "../../../../kernel/envelope.ts";
import { messageMedia } from "./message-media.ts";
import { describeMedia, nameOfChat, nameOfOrigin, formatMedia } from "./describe-media.ts";
import { isBare } from "./classify-fields.ts";
import { messageSender } from "./message-sender.ts";
import { messageMarkdown, messageText } from "./message-text.ts";

/**
 * Returns the message that a message replies to in its chat. In a topic, every message "replies" to
 * the one that created it; that one does not count.
 */
export function repliedMessage({ reply_to_message: replied }: Message): Message | undefined {
  return replied?.forum_topic_created ? undefined : replied;
}

/** Returns the quote of a message, as far as Telegram includes it. */
export function quoteOf(msg: Message): Envelope["quote"] {
  const { quote, external_reply: elsewhere, reply_to_story: story } = msg;
  const replied = repliedMessage(msg);
  if (replied) {
    const text = quote?.text ?? describeQuote(replied);
    return text === "" ? undefined : { name: messageSender(replied).name, text };
  }
  if (elsewhere) {
    const shared = describeMedia(elsewhere).map(formatMedia).join("\n");
    const text = quote?.text ?? (shared === "" ? "[a message from another chat]" : shared);
    return { name: nameOfOrigin(elsewhere.origin), text };
  }
  if (story)
    return {
      name: nameOfChat(story.chat),
      text: describeMedia({ story }).map(formatMedia).join("\n"),
    };
  return undefined;
}

/**
 * Returns the replied-to message if Telegram does not include its text, as for a recording or an
 * empty message.
 */
export function unquoted(msg: Message): Message | undefined {
  const replied = repliedMessage(msg);
  return replied && !msg.quote && messageText(replied) === "" ? replied : undefined;
}

/** A message with metadata only is not of an unknown kind. */
function describeQuote(msg: Message): string {
  const words = messageMarkdown(msg);
  if (words !== "") return words;
  const told = isBare(msg) ? [] : messageMedia(msg);
  return told.map(formatMedia).join("\n");
}
