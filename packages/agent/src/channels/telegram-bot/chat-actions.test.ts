import { expect, test } from "vitest";
import { type ChatAction, createChatActions } from "./chat-actions.ts";

function open() {
  let now = 0;
  const actions = createChatActions({ clock: { now: () => now } });
  const beginAt = (at: number, chat: string, action: ChatAction["action"]) => {
    now = at;
    return actions.start(chat, action);
  };
  return { actions, beginAt };
}

test("a chat shows an action anew once the last has nearly faded, and each chat by itself", () => {
  const { beginAt } = open();
  const begun = [
    beginAt(0, "1", "typing"),
    beginAt(1, "1", "typing"),
    beginAt(2, "2", "typing"),
    beginAt(3, "1", "record_voice"),
    beginAt(3999, "1", "typing"),
    beginAt(4000, "1", "typing"),
  ];
  expect(begun).toEqual([true, false, true, true, false, true]);
});

test("a chat in which Telegram wants to show nothing is left alone for that long", () => {
  const { actions, beginAt } = open();
  actions.block("1", 9000);
  const begun = [
    beginAt(0, "1", "typing"),
    beginAt(0, "2", "typing"),
    beginAt(8999, "1", "record_voice"),
    beginAt(9000, "1", "typing"),
  ];
  expect(begun).toEqual([false, true, false, true]);
});
