import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import { Secret } from "../../../platform/secret.ts";
import { memoryIn } from "../../testing/channel-state.ts";
import { createTelegramClient } from "../client.ts";
import { recordBotApi } from "../testing/record-bot-api.ts";
import { createBusinessConnections } from "./business-connections.ts";

const connection = {
  id: "c1",
  user: { id: 7, is_bot: false, first_name: "Ann" },
  user_chat_id: 7,
  date: 1,
  rights: { can_reply: true, can_manage_stories: true },
  is_enabled: true,
} as const;

/** Opens the connections of a bot; person 7 is the owner. */
async function openConnections(kept = new Map<string, string>()) {
  const api = await recordBotApi({ getBusinessConnection: { result: connection } });
  const client = createTelegramClient({
    token: new Secret("42:secret"),
    apiRoot: api.url,
    clock: { now: () => 0 },
    after() {},
  });
  const connections = createBusinessConnections({
    client,
    memory: memoryIn(kept),
    resolveSender: async ({ id, name }) => ({
      id: toId(id),
      tenant: "home",
      role: id === "7" ? "owner" : "member",
      name,
    }),
  });
  return {
    ...connections,
    requests: api.requests,
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}

const owned = { id: "c1", user: 7, name: "Ann", canReply: true, canPostStories: true };

test("a connection that was made before is fetched once, and known after a restart", async () => {
  const kept = new Map<string, string>();
  await using first = await openConnections(kept);
  expect([await first.find("c1"), await first.find("c1")]).toEqual([owned, owned]);
  expect(first.requests).toEqual([
    { method: "getBusinessConnection", params: { business_connection_id: "c1" } },
  ]);
  await using later = await openConnections(kept);
  expect(await later.find("c1")).toEqual(owned);
  expect(later.requests).toEqual([]);
});

test.each([
  ["is the owner's", connection, owned],
  [
    "may only be read",
    { ...connection, rights: {} },
    { ...owned, canReply: false, canPostStories: false },
  ],
  ["has ended", { ...connection, is_enabled: false }, undefined],
  ["is a member's", { ...connection, user: { ...connection.user, id: 8 } }, undefined],
])("a connection that %s", async (_, told, found) => {
  await using connections = await openConnections();
  await connections.note(told);
  expect(await connections.find("c1")).toEqual(found);
  expect(await connections.ofAccount(String(told.user.id))).toEqual(found);
});
