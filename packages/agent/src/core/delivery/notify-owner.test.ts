import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { newChat } from "../../store/testing/rows.ts";
import { API_CHANNEL } from "../client-chats.ts";
import { notifyOwner } from "./notify-owner.ts";
import { openPostKit } from "./testing/open-post-kit.ts";

const outage = {
  model: "test/model",
  cause: "key",
  reason: "401",
  since: 3,
  tenant: "home",
  at: 9,
} as const;

test("the owner is told in their direct chat what to repair, and who answers meanwhile", async () => {
  await using kit = await openPostKit();
  const told = await kit.commit((tx) =>
    notifyOwner(tx, { ...outage, answeredBy: "b/c" }, kit.deps),
  );
  const text =
    "The model provider rejected the API key for test/model. Set a new key: reeve setup. Until this is resolved, b/c answers. The provider says: 401";
  expect(told?.chat.id).toBe("p1");
  expect(told?.facts).toMatchObject([
    {
      type: "said",
      id: "model-down:test/model:3",
      cause: "notice",
      about: "test/model",
      reply: [{ type: "notice", code: "waiting", text }],
      at: 9,
    },
  ]);
  expect((await kit.store.read.outbox.byId("model-down:test/model:3:0"))?.body).toMatchObject({
    text,
  });
});

test("without a fallback, the owner is told that messages wait", async () => {
  await using kit = await openPostKit();
  const told = await kit.commit((tx) =>
    notifyOwner(tx, { ...outage, answeredBy: undefined }, kit.deps),
  );
  expect(JSON.stringify(told?.facts)).toContain("Messages wait until this is resolved. ");
});

test("a tenant whose owner has no direct chat is told nothing", async () => {
  await using kit = await openPostKit();
  const query = { ...outage, answeredBy: undefined, tenant: "other" };
  expect(await kit.commit((tx) => notifyOwner(tx, query, kit.deps))).toBe(undefined);
});

test("of several direct chats, the one in which the owner wrote last is used", async () => {
  await using kit = await openPostKit();
  let since = 10;
  const where = () =>
    kit.commit(async (tx) => {
      const again = { ...outage, answeredBy: undefined, since: (since += 1) };
      const told = await notifyOwner(tx, again, kit.deps);
      return told?.chat.id;
    });
  const write = (id: string) =>
    kit.commit((tx) =>
      tx.messages.add({
        chat: toId(id),
        messageId: `${id} ${(since += 1)}`,
        edit: 0,
        direction: "in",
        author: "ann",
        text: "hello",
        at: 8,
        turn: null,
        isSearched: true,
      }),
    );
  await kit.commit(async (tx) => {
    await tx.chats.add(newChat("p2"));
    await tx.chats.add(newChat("p3"));
    await tx.chats.add(newChat("p4", { channel: API_CHANNEL }));
  });
  expect(await where()).toBe("p1");
  for (const id of ["p2", "p3"]) {
    await write(id);
    await write("p4");
    expect(await where()).toBe(id);
  }
});
