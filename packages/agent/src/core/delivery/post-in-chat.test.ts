import { expect, test } from "vitest";
import type { ReplyPart } from "../../kernel/reply.ts";
import { postInChat, savePost } from "./post-in-chat.ts";
import { openPostKit } from "./testing/open-post-kit.ts";

const reply: readonly ReplyPart[] = [
  { type: "text", text: "See https://example.com" },
  { type: "text", text: "Bye." },
];
const plain = [{ ...reply[0], links: "plain" }, reply[1]];

test("a post is a fact of its chat, and leaves without a preview of what it links to", async () => {
  await using kit = await openPostKit();
  const post = { id: "reminder:r1", cause: "reminder", about: "r1", reply, at: 7 } as const;
  const facts = await kit.commit((tx, chat) => postInChat(tx, chat, { ...post, ...kit.deps }));
  expect(facts).toMatchObject([
    { type: "said", id: "reminder:r1", cause: "reminder", about: "r1", reply: plain, at: 7 },
  ]);
  expect(await kit.facts()).toEqual(facts);
  const parts = [];
  for (const n of [0, 1]) parts.push(await kit.store.read.outbox.byId(`reminder:r1:${n}`));
  expect(parts.map((part) => part?.body)).toEqual(plain);
  expect(parts.map((part) => part?.turn)).toEqual([null, null]);
});

test("where replies are fetched, a post is in the feed once", async () => {
  await using kit = await openPostKit();
  const post = { id: "reminder:r1", reply, at: 7, newId: kit.deps.newId, isPush: () => false };
  expect(await kit.commit((tx, chat) => savePost(tx, chat, post))).toBe(true);
  expect(await kit.commit((tx, chat) => savePost(tx, chat, post))).toBe(false);
  expect(await kit.seen()).toEqual(["See https://example.com\nBye."]);
});

test("the answer of a command is in the feed, and no model sees it", async () => {
  await using kit = await openPostKit();
  const post = { id: "command:m1", reply, at: 7, newId: kit.deps.newId, isPush: () => false };
  expect(await kit.commit((tx, chat) => savePost(tx, chat, post))).toBe(true);
  expect(await kit.feed()).toMatchObject([{ messageId: "command:m1", turn: null }]);
  expect(await kit.seen()).toEqual([]);
});
