import { expect, test } from "vitest";
import type { ReplyPart } from "../../kernel/reply.ts";
import { openPostKit } from "./testing/open-post-kit.ts";
import { enqueueReply, saveReply } from "./enqueue-reply.ts";

const parts: readonly ReplyPart[] = [
  { type: "text", text: "Hello." },
  { type: "notice", code: "failed", text: "It broke." },
  { type: "text", text: "Bye." },
];

function idOf(position: number): string {
  return `said:${position}`;
}

test("the parts of a reply wait in their order, from now on", async () => {
  await using kit = await openPostKit();
  const post = { reply: parts, ...kit.queued, idOf };
  await kit.commit((tx, chat) => enqueueReply(tx, chat, post));
  expect(await kit.outbox()).toMatchObject(
    parts.map((body, position) => ({
      id: `said:${position}`,
      chat: "p1",
      turn: kit.turn,
      position,
      body,
      nextAt: 7,
    })),
  );
});

test("each part has an id of its own under which a platform knows it, random in any case", async () => {
  await using kit = await openPostKit();
  await kit.commit((tx, chat) => enqueueReply(tx, chat, { reply: parts, ...kit.queued }));
  await kit.commit((tx, chat) => enqueueReply(tx, chat, { reply: parts, ...kit.queued, idOf }));
  const rows = await kit.outbox();
  expect(new Set(rows.map(({ clientId }) => clientId)).size).toBe(6);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(6);
  for (const { id, clientId } of rows)
    if (id.startsWith("said:")) expect(clientId).not.toContain("said");
    else expect(clientId).toBe(id);
});

test("on a push channel a reply waits in the outbox, and is in the feed once it left", async () => {
  await using kit = await openPostKit();
  const reply = { reply: parts, messageId: "a1", isPush: () => true, ...kit.queued };
  expect(await kit.commit((tx, chat) => saveReply(tx, chat, reply))).toBe(true);
  expect(await kit.outbox()).toHaveLength(3);
  expect(await kit.feed()).toEqual([]);
});

test("where replies are fetched, its words are in the feed at once, without notices", async () => {
  await using kit = await openPostKit();
  const reply = { reply: parts, messageId: "a1", isPush: () => false, ...kit.queued };
  expect(await kit.commit((tx, chat) => saveReply(tx, chat, reply))).toBe(true);
  expect(await kit.outbox()).toEqual([]);
  expect(await kit.feed()).toEqual([
    {
      chat: "p1",
      messageId: "a1",
      edit: 0,
      direction: "out",
      author: "reeve",
      text: "Hello.\nBye.",
      at: 7,
      turn: kit.turn,
    },
  ]);
  expect(await kit.commit((tx, chat) => saveReply(tx, chat, reply))).toBe(false);
  expect(await kit.feed()).toHaveLength(1);
});

test("where replies are fetched, its files are in the feed, with their captions as text", async () => {
  await using kit = await openPostKit();
  const file = { name: "plan.pdf", mediaType: "application/pdf", path: "/files/plan.pdf" };
  const reply: readonly ReplyPart[] = [
    { type: "file", ...file, text: "The plan." },
    { type: "file", ...file, text: "" },
  ];
  const queued = { reply, messageId: "a1", isPush: () => false, ...kit.queued };
  expect(await kit.commit((tx, chat) => saveReply(tx, chat, queued))).toBe(true);
  expect(await kit.history()).toMatchObject([{ text: "The plan.", files: [file, file] }]);
});

test("where replies are fetched, one without words is not in the feed", async () => {
  await using kit = await openPostKit();
  const reply = parts.slice(1, 2);
  const silent = { reply, messageId: "a1", isPush: () => false, ...kit.queued };
  expect(await kit.commit((tx, chat) => saveReply(tx, chat, silent))).toBe(true);
  expect(await kit.feed()).toEqual([]);
});
