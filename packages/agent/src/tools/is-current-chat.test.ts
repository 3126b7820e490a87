import { expect, test } from "vitest";
import { isCurrentChat } from "./is-current-chat.ts";

const telegram = { platform: "telegram", chatId: "-5" } as const;

test.each([
  ["here", "http", "-5", true],
  ["elsewhere", "http", "-5", false],
  [telegram, "telegram-bot", "-5", true],
  [telegram, "telegram-user", "-5", true],
  [telegram, "telegram-bot", "-6", false],
  // Clients of the API choose the ids of their chats.
  [telegram, "http", "-5", false],
  [telegram, "telegrams", "-5", false],
] as const)("of %j on %s, the chat %s: %s", (target, channel, externalId, isCurrent) => {
  expect(isCurrentChat(target, { channel, externalId })).toBe(isCurrent);
});
