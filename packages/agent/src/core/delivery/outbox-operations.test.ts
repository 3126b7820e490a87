import type { Operation } from "@reeve/operations/operation";
import { outbox } from "@reeve/operations/work/outbox";
import { expect, test } from "vitest";
import { ann } from "../../store/testing/rows.ts";
import { openPostKit } from "./testing/open-post-kit.ts";
import { outboxOperations } from "./outbox-operations.ts";
import { enqueueReply } from "./enqueue-reply.ts";

/** Opens a store in which a reply and an index were given up. */
async function openStory() {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openPostKit());
  await kit.commit(async (tx, chat) => {
    const reply = [{ type: "text", text: "Hello." }] as const;
    await enqueueReply(tx, chat, { reply, ...kit.queued });
    await tx.work.set({
      kind: "index",
      id: "p1",
      attempts: 3,
      outages: 0,
      crashes: 0,
      suspicion: 0,
      createdAt: 20,
      nextAt: 0,
      state: "failed",
      reason: "broke",
    });
  });
  const [part] = await kit.outbox();
  const id = part?.id ?? "";
  await kit.commit((tx) =>
    tx.outbox.markFailed(id, { attempts: 2, outages: 0, nextAt: 0, isDead: true, reason: "down" }),
  );
  const told = { rings: 0 };
  const wakeup = { notify: () => void (told.rings += 1) };
  const operations = outboxOperations({ ...kit.deps, wakeup });
  const ask = async (wanted: Operation, input: object, tenant = "home"): Promise<unknown> => {
    const found = operations.find(({ operation }) => operation === wanted);
    const person = { ...ann, tenant };
    return found?.run(input, { person, channel: "cli", externalId: "p1" });
  };
  const owned = stack.move();
  return {
    ...kit,
    told,
    ask,
    reply: `reply:${id}`,
    async listed(input: object = {}) {
      const { items } = outbox.list.output.parse(await ask(outbox.list, { limit: 9, ...input }));
      return items.map((item) => item.id).toSorted();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("items are listed, all or of one kind", async () => {
  await using story = await openStory();
  expect(await story.listed()).toEqual(["index:p1", story.reply]);
  expect(await story.listed({ kind: "index" })).toEqual(["index:p1"]);
  expect(await story.listed({ kind: "reply" })).toEqual([story.reply]);
  expect(await story.listed({ kind: "webhook" })).toEqual([]);
});

test("one item is retried at once, and the others stay", async () => {
  await using story = await openStory();
  story.time.now = 77;
  await story.ask(outbox.retry, { id: story.reply });
  expect(await story.listed()).toEqual(["index:p1"]);
  expect(story.told.rings).toBe(1);
  expect(await story.outbox()).toMatchObject([{ state: "waiting", nextAt: 77 }]);
});

test("all items of a kind are retried, or all", async () => {
  await using story = await openStory();
  expect(await story.ask(outbox.retryAll, { kind: "index" })).toEqual({ retried: 1 });
  expect(await story.listed()).toEqual([story.reply]);
  expect(await story.ask(outbox.retryAll, {})).toEqual({ retried: 1 });
  expect(await story.ask(outbox.retryAll, {})).toEqual({ retried: 0 });
  expect(await story.listed()).toEqual([]);
});

test("an item is dropped, and not retried after that", async () => {
  await using story = await openStory();
  await story.ask(outbox.drop, { id: story.reply });
  expect(await story.listed()).toEqual(["index:p1"]);
  const missing = {
    code: "missing",
    message: `Undelivered item not found: ${story.reply}`,
    hint: "List undelivered items: reeve outbox",
  };
  await expect(story.ask(outbox.retry, { id: story.reply })).rejects.toMatchObject(missing);
  await expect(story.ask(outbox.drop, { id: story.reply })).rejects.toMatchObject(missing);
  expect(story.told.rings).toBe(0);
});

test("the replies of another tenant are neither listed nor retried", async () => {
  await using story = await openStory();
  const asked = story.ask(outbox.retry, { id: story.reply }, "other");
  await expect(asked).rejects.toMatchObject({ code: "missing" });
  expect(await story.ask(outbox.retryAll, { kind: "reply" }, "other")).toEqual({ retried: 0 });
});
