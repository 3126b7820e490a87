import { expect, test } from "vitest";
import { memoryIn } from "../testing/channel-state.ts";
import { createMovedChats } from "./moved-chats.ts";

const SUPERGROUP = "-1001234567890";

test.each(["-5", "-100500", "-999999999999"])("the basic group %s may move", async (group) => {
  const moved = createMovedChats(memoryIn(new Map()));
  expect(await moved.reach(group)).toBe(group);
  await moved.note(group, SUPERGROUP);
  expect(await moved.reach(group)).toBe(SUPERGROUP);
});

test.each([SUPERGROUP, "7", "@house"])(
  "%s is not looked up, because it cannot move",
  async (chat) => {
    const moved = createMovedChats(memoryIn(new Map([[`moved:${chat}`, "-1"]])));
    expect(await moved.reach(chat)).toBe(chat);
  },
);
