import type { MessageReactionUpdated, ReactionTypeEmoji } from "grammy/types";
import { expect, test } from "vitest";
import { reactionEnvelope } from "./reaction-envelope.ts";

const reading = { channel: "telegram-bot", updateId: 8 };
const reaction: MessageReactionUpdated = {
  chat: { id: -1001, type: "supergroup", title: "Family" },
  message_id: 5,
  user: { id: 9, is_bot: false, first_name: "Ann", username: "ann" },
  date: 200,
  old_reaction: [],
  new_reaction: [],
};
const emoji = (one: ReactionTypeEmoji["emoji"]) => ({ type: "emoji", emoji: one }) as const;

test("a reaction is context of its chat, with the message that it is about", () => {
  expect(reactionEnvelope({ ...reaction, new_reaction: [emoji("👍")] }, reading)).toEqual({
    id: "reaction:8",
    edit: 0,
    address: { channel: "telegram-bot", externalId: "-1001", kind: "group" },
    sender: { id: "9", name: "Ann", username: "ann" },
    title: "Family",
    text: "[reacted with 👍]",
    replyTo: "5",
    sentAt: 200_000,
    isOverheard: true,
  });
});

test.each([
  [[emoji("👍")], [emoji("🔥"), emoji("❤")], "[reacted with 🔥 ❤, removed 👍]"],
  [[emoji("👍")], [], "[removed 👍]"],
  [[], [{ type: "custom_emoji", custom_emoji_id: "1" }], "[reacted with a custom emoji]"],
  [[], [{ type: "paid" }], "[reacted with ⭐]"],
  [[emoji("👍")], [emoji("👍")], undefined],
] as const)("from %j to %j it says %s", (before, after, text) => {
  const changed = { ...reaction, old_reaction: [...before], new_reaction: [...after] };
  expect(reactionEnvelope(changed, reading)?.text).toBe(text);
});
