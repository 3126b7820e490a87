import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { bob, newChat } from "../../store/testing/rows.ts";
import { attempt } from "../../kernel/attempt.ts";
import { createConversations, type Sender } from "./conversations.ts";
import { openPostKit } from "./testing/open-post-kit.ts";

/** Ann asks in her chat on `cli`; Bob wrote in his chat on `telegram-bot`, and there is a group. */
async function openConversations(own: Partial<Sender> = {}) {
  const kit = await openPostKit();
  const bobs = { uid: "bob", channel: "telegram-bot", externalId: "77" };
  const house = {
    uid: "house",
    channel: "telegram-bot",
    externalId: "-5/3",
    kind: "group",
  } as const;
  await kit.store.commit("accept", async (tx) => {
    await tx.chats.add(newChat("bobs", bobs));
    await tx.chats.add(newChat("house", house));
    await tx.people.add({ ...bob, id: toId("eve"), name: "Eve" }, identity("eve"));
  });
  await kit.store.commit("accept", (tx) =>
    tx.messages.add({
      chat: toId("bobs"),
      messageId: "b1",
      edit: 0,
      direction: "in",
      author: "bob",
      text: "Hi.",
      at: 1,
      turn: null,
    }),
  );
  const kept = new Map<string, string>();
  const sender: Sender = {
    tenant: "home",
    person: toId("ann"),
    role: "owner",
    chat: toId("p1"),
    call: toId("c1"),
    ...own,
  };
  const conversations = createConversations(sender, {
    ...kit.deps,
    isPush: () => true,
    pushChannels: () => ["telegram-bot"],
    async keepFile(key, { name, data }) {
      kept.set(key, Buffer.from(data).toString());
      return `/kept/${key}-${name}`;
    },
  });
  return { ...kit, conversations, kept };
}

function identity(externalId: string) {
  return { tenant: "home", channel: "telegram-bot", externalId };
}

const text = { text: "Dinner at 8.", files: [], key: "c1" };

test.each([
  ["Bob", "Bob (telegram-bot)", "bobs"],
  ["bob", "Bob (telegram-bot)", "bobs"],
  ["here", "Ann (cli)", "p1"],
  ["telegram-bot/77", "Bob (telegram-bot)", "bobs"],
  ["telegram-bot/-5/3", "telegram-bot/-5/3", "house"],
])("a message to %s goes to %s", async (to, name, chat) => {
  await using kit = await openConversations();
  expect(await kit.conversations.find(to)).toMatchObject({ name });
  expect(await kit.conversations.send(to, text)).toMatchObject({ name });
  expect(await kit.store.read.outbox.byId("call:c1:0")).toMatchObject({
    chat,
    body: { type: "text", text: "Dinner at 8." },
  });
});

test("files are kept as they were, and follow the text", async () => {
  await using kit = await openConversations();
  const files = [
    { name: "a.pdf", data: Buffer.from("one") },
    { name: "b", data: Buffer.from("two") },
  ];
  await kit.conversations.send("Bob", { ...text, files });
  const parts = await Promise.all([0, 1, 2].map((n) => kit.store.read.outbox.byId(`call:c1:${n}`)));
  expect(parts.map((part) => part?.body)).toEqual([
    { type: "text", text: "Dinner at 8." },
    {
      type: "file",
      name: "a.pdf",
      mediaType: "application/pdf",
      path: "/kept/c1-0-a.pdf",
      text: "",
    },
    {
      type: "file",
      name: "b",
      mediaType: "application/octet-stream",
      path: "/kept/c1-1-b",
      text: "",
    },
  ]);
  expect([...kit.kept.values()]).toEqual(["one", "two"]);
});

test("a call that is repeated sends nothing more", async () => {
  await using kit = await openConversations();
  await kit.conversations.send("Bob", text);
  await kit.conversations.send("Bob", { ...text, text: "Again." });
  const { body } = (await kit.store.read.outbox.byId("call:c1:0")) ?? {};
  expect(body).toMatchObject({ text: "Dinner at 8." });
  expect(await kit.store.read.outbox.byId("call:c1:1")).toBeUndefined();
});

test.each([
  ["Nobody", "missing", /knows no person/],
  ["Eve", "missing", /has not written/],
  ["telegram-bot/78", "missing", /knows no chat/],
])("%s cannot be written to, and the fault says why", async (to, code, message) => {
  await using kit = await openConversations();
  expect(await attempt(kit.conversations.send(to, text))).toMatchObject({
    reason: { code, message: expect.stringMatching(message), hint: expect.any(String) },
  });
});

test("a name that several people have needs an id", async () => {
  await using kit = await openConversations();
  await kit.store.commit("accept", (tx) =>
    tx.people.add({ ...bob, id: toId("bob-2") }, identity("bob-2")),
  );
  expect(await attempt(kit.conversations.find("Bob"))).toMatchObject({
    reason: { code: "conflict", hint: expect.stringContaining("bob-2") },
  });
});

test("members write to the chat that they ask in and to their own, and to no other", async () => {
  await using kit = await openConversations({
    person: bob.id,
    role: "member",
    chat: toId("house"),
  });
  expect(await kit.conversations.find("here")).toMatchObject({ chatId: "-5/3" });
  expect(await kit.conversations.find("Bob")).toMatchObject({ chatId: "77" });
  for (const to of ["Ann", "cli/p1"])
    expect(await attempt(kit.conversations.send(to, text))).toMatchObject({
      reason: { code: "denied" },
    });
});
