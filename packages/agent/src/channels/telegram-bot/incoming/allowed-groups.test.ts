import type { Message } from "grammy/types";
import { expect, test } from "vitest";
import { silentLog } from "../../../platform/log.ts";
import { memoryIn } from "../../testing/channel-state.ts";
import { telegramBotConfig } from "../config.ts";
import { createMovedChats } from "../moved-chats.ts";
import { createAllowedGroups } from "./allowed-groups.ts";

function start(
  allow: readonly number[],
  kept = new Map<string, string>(),
  days = 0,
  policy = "open",
) {
  const stop = new AbortController();
  let left = days;
  const set: string[] = [];
  const memory = memoryIn(kept);
  const groups = createAllowedGroups({
    config: telegramBotConfig.parse({ groups: { allow: [...allow], policy } }),
    moved: createMovedChats({
      ...memory,
      set(key, value) {
        set.push(`${key} ${value}`);
        return memory.set(key, value);
      },
    }),
    log: silentLog,
    async pause() {
      left -= 1;
      if (left <= 0) stop.abort();
    },
  });
  return { groups, kept, set, keep: () => groups.save(stop.signal) };
}

function message(id: number, more: Partial<Message> = {}): Message {
  const type = id > 0 ? "private" : String(id).startsWith("-100") ? "supergroup" : "group";
  return { message_id: 1, date: 1, chat: { id, type, title: "House" }, ...more } as Message;
}

test.each([
  ["the group that it was", -5, { migrate_to_chat_id: -1009 }],
  ["the group that it is", -1009, { migrate_from_chat_id: -5 }],
])(
  "a group stays allowed when %s says that it has moved, also after a start",
  async (_which, chat, moved) => {
    const { groups, kept } = start([-5]);
    expect(await groups.hears(message(-1009))).toBe(false);
    await groups.hears(message(chat, moved));
    expect(await groups.hears(message(-1009))).toBe(true);
    const { groups: later } = start([-5], kept);
    expect(await later.hears(message(-1009))).toBe(true);
    expect(await later.hears(message(-1008))).toBe(false);
  },
);

test("a group that nobody allowed is not allowed by moving; direct chats are heard anyway", async () => {
  const { groups } = start([-5]);
  await groups.hears(message(-6, { migrate_to_chat_id: -1009 }));
  expect(await groups.hears(message(-1009))).toBe(false);
  expect(await groups.hears(message(7))).toBe(true);
});

test("where an allowed group is now is kept day by day, however silent it is", async () => {
  const kept = new Map([
    ["moved:-5", "-1009"],
    ["moved:-6", "-1008"],
  ]);
  const { keep, set } = start([-5, -7], kept, 2);
  await keep();
  expect(set).toEqual(["moved:-5 -1009", "moved:-5 -1009"]);
});

test.each([
  ["open", [true, true]],
  ["allowlist", [true, false]],
])(
  "with the policy %s, business chats with people in the list are heard: %s",
  async (policy, heard) => {
    const { groups } = start([7], undefined, 0, policy);
    const business = { business_connection_id: "c1" };
    expect(await Promise.all([7, 8].map((id) => groups.hears(message(id, business))))).toEqual(
      heard,
    );
    expect(await groups.hears(message(8))).toBe(true);
  },
);
