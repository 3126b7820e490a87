import type { MessageReactionUpdated, ReactionType } from "grammy/types";
import type { Envelope } from "../../../../kernel/envelope.ts";
import { messageSender } from "./message-sender.ts";
import { addressOf } from "./to-envelope.ts";

/** Reads a reaction as a message that is context; undefined if nothing has changed. */
export function reactionEnvelope(
  { chat, message_id: message, user, actor_chat: actor, date, ...reaction }: MessageReactionUpdated,
  { channel, updateId }: { readonly channel: string; readonly updateId: number },
): Envelope | undefined {
  const before = reaction.old_reaction.map(nameOf);
  const after = reaction.new_reaction.map(nameOf);
  const added = after.filter((one) => !before.includes(one));
  const removed = before.filter((one) => !after.includes(one));
  const said = [
    ...(added.length > 0 ? [`reacted with ${added.join(" ")}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(" ")}`] : []),
  ];
  if (said.length === 0) return undefined;
  const title = "title" in chat ? chat.title : undefined;
  return {
    id: `reaction:${updateId}`,
    edit: 0,
    // Telegram does not say in which topic the message is.
    address: addressOf({ chat }, channel),
    sender: messageSender({
      ...(user && { from: user }),
      ...(actor && { sender_chat: actor }),
    }),
    ...(title !== undefined && { title }),
    text: `[${said.join(", ")}]`,
    replyTo: String(message),
    sentAt: date * 1000,
    isOverheard: true,
  };
}

function nameOf(reaction: ReactionType): string {
  switch (reaction.type) {
    case "emoji":
      return reaction.emoji;
    case "custom_emoji":
      return "a custom emoji";
    case "paid":
      return "⭐";
  }
}
