import { expect, test } from "vitest";
import { Secret } from "../../platform/secret.ts";
import { ann } from "../../store/testing/rows.ts";
import type { WorkRow } from "../../store/work.ts";
import { dropDeadLetter, listDeadLetters, retryDeadLetter } from "./dead-letters.ts";
import { enqueueReply } from "./enqueue-reply.ts";
import { openPostKit } from "./testing/open-post-kit.ts";

function newWork(id: string, change: Partial<WorkRow> = {}): WorkRow {
  return {
    kind: "index",
    id,
    attempts: 3,
    outages: 0,
    crashes: 0,
    suspicion: 0,
    createdAt: 20,
    nextAt: 0,
    state: "failed",
    reason: "broke",
    ...change,
  };
}

/** Opens a store with work that was given up: two parts of a reply, a delivery, and an index. */
async function openStory() {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openPostKit());
  const { store, turn, deps } = kit;
  await kit.commit(async (tx, chat) => {
    await tx.webhooks.add({
      id: "w1",
      tenant: "home",
      person: ann.id,
      url: "https://hooks.example/",
      events: ["*"],
      description: "",
      secret: new Secret("whsec_one"),
      state: "on",
      reason: null,
      createdAt: 1,
    });
    await tx.deliveries.publish([
      {
        id: "e1",
        tenant: "home",
        type: "turn.ended",
        chat: chat.id,
        about: null,
        body: {},
        at: 10,
      },
    ]);
    const question = { type: "approval", approval: "a1", question: "Pay?" } as const;
    const reply = [{ type: "text", text: "Hello." }, question] as const;
    await enqueueReply(tx, chat, { reply, turn, at: 30, newId: deps.newId });
  });
  const parts = await kit.outbox();
  const owned = stack.move();
  return {
    ...kit,
    parts,
    letters: () => listDeadLetters(store.read, "home"),
    retry: (id: string) => kit.commit((tx) => retryDeadLetter(tx, id, 99)),
    drop: (id: string) => kit.commit((tx) => dropDeadLetter(tx, id)),
    work: (kind: string, id: string) => store.read.work.byId(kind, id),
    setWork: (row: WorkRow) => kit.commit((tx) => tx.work.set(row)),
    /** Has the parts and the delivery given up. */
    giveUp: (outages: number) =>
      kit.commit(async (tx) => {
        const failure = { attempts: 2, outages, nextAt: 0, isDead: true, reason: "down" };
        for (const { id } of parts) await tx.outbox.markFailed(id, failure);
      }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("what was given up is listed with its chat and its text, oldest first", async () => {
  await using story = await openStory();
  await story.giveUp(0);
  await story.setWork(newWork("p1", { kind: "approval", createdAt: 25, outages: 4, attempts: 1 }));
  await story.setWork(newWork("p2", { createdAt: 2 }));
  await story.setWork(newWork("p3", { kind: "unlisted" }));
  await story.setWork(newWork("p4", { state: "waiting" }));
  const listed = await story.letters();
  const [first, second] = story.parts.map(({ id }) => id);
  expect(listed).toMatchObject([
    {
      id: "index:p2",
      kind: "index",
      chat: null,
      text: "p2",
      state: "failed",
      attempts: 3,
      reason: "broke",
      createdAt: 2,
    },
    { id: "approval:p1", kind: "approval", state: "expired", attempts: 5, createdAt: 25 },
    { id: `reply:${first}`, kind: "reply", chat: "cli/p1", text: "Hello.", state: "failed" },
    { id: `reply:${second}`, text: "Pay?", attempts: 2, reason: "down" },
  ]);
  expect(await listDeadLetters(story.store.read, "other")).toMatchObject([
    { id: "index:p2" },
    { id: "approval:p1" },
  ]);
});

test("a reply that outages held up for too long has expired", async () => {
  await using story = await openStory();
  await story.giveUp(1);
  expect(await story.letters()).toMatchObject([
    { state: "expired", attempts: 3 },
    { state: "expired", attempts: 3 },
  ]);
});

test("a reply that is retried waits as if it were new, without its crashes", async () => {
  await using story = await openStory();
  const [part] = story.parts;
  const id = part?.id ?? "";
  expect(await story.retry(`reply:${id}`)).toBe(false);
  await story.giveUp(0);
  await story.setWork(newWork(id, { kind: "reply", state: "waiting" }));
  expect(await story.retry(`reply:${id}`)).toBe(true);
  expect(await story.store.read.outbox.byId(id)).toMatchObject({ state: "waiting", attempts: 0 });
  expect(await story.work("reply", id)).toBe(undefined);
  expect(await story.retry("reply:none")).toBe(false);
});

test("a delivery that is given up is listed, is retried without its crashes, and is dropped", async () => {
  await using story = await openStory();
  const [delivery] = await story.store.read.deliveries.list({ tenant: "home", limit: 9 });
  const id = delivery?.id ?? "";
  const giveUp = () =>
    story.commit((tx) =>
      tx.deliveries.markFailed(id, {
        attempts: 1,
        outages: 0,
        nextAt: 0,
        reason: "410",
        deadAt: 50,
      }),
    );
  await giveUp();
  await story.setWork(newWork(id, { kind: "webhook", state: "waiting" }));
  expect(await story.letters()).toMatchObject([
    { id: `webhook:${id}`, kind: "webhook", text: "turn.ended", reason: "410" },
  ]);
  expect(await story.retry(`webhook:${id}`)).toBe(true);
  expect(await story.work("webhook", id)).toBe(undefined);
  expect(await story.letters()).toEqual([]);
  await giveUp();
  expect(await story.drop(`webhook:${id}`)).toBe(true);
  expect(await story.letters()).toEqual([]);
});

test("a reply that is dropped is no longer listed", async () => {
  await using story = await openStory();
  await story.giveUp(0);
  const [first, second] = story.parts.map(({ id }) => `reply:${id}`);
  expect(await story.drop(first ?? "")).toBe(true);
  expect(await story.letters()).toMatchObject([{ id: second }]);
  expect(await story.drop("reply:none")).toBe(false);
});

test.each(["failed", "expired"] as const)("work that %s is retried or dropped", async (state) => {
  await using story = await openStory();
  await story.setWork(newWork("a:b", { state }));
  expect(await story.drop("index:a:b")).toBe(true);
  expect(await story.work("index", "a:b")).toMatchObject({ state: "dropped", attempts: 3 });
  expect(await story.retry("index:a:b")).toBe(false);
  await story.setWork(newWork("a:b", { state }));
  expect(await story.retry("index:a:b")).toBe(true);
  expect(await story.work("index", "a:b")).toBe(undefined);
});

test("work that waits by itself is neither retried nor dropped", async () => {
  await using story = await openStory();
  await story.setWork(newWork("p1", { state: "waiting" }));
  expect(await story.drop("index:p1")).toBe(false);
  expect(await story.retry("index:p1")).toBe(false);
  expect(await story.drop("index:none")).toBe(false);
  expect(await story.work("index", "p1")).toEqual(newWork("p1", { state: "waiting" }));
});
