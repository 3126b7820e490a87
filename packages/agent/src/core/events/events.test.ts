import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as tick } from "node:timers/promises";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import type { Delta, ChatEvent, LiveEvent } from "../../kernel/chat-event.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import type { Store } from "../../store/store.ts";
import { createEvents } from "./events.ts";

let home: string;
let store: Store;
let chats = 0;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "reeve-events-"));
  store = await openTestSqlite(path.join(home, "reeve.db"), { synchronous: "normal" });
});

afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

const factOf = (seq: number): ChatEvent => ({
  type: "message-accepted",
  message: `m${seq}`,
  from: "Ann",
  text: "hi",
  seq,
  at: 0,
});

const delta: Delta = { type: "text-delta", turn: "t", step: 0, delta: "…" };

/** A chat of its own, in which facts are stored and told of apart from each other. */
async function openChat() {
  const events = createEvents(store);
  const address = { channel: "scripted", externalId: `chat-${(chats += 1)}` };
  const id = toId<"chat">(address.externalId);
  await store.commit("accept", async (tx) => {
    await tx.chats.add({
      id,
      ...address,
      tenant: "home",
      uid: "ann",
      kind: "direct",
      mode: "steer",
      maxSteps: 5,
    });
  });
  const untold: ChatEvent[] = [];
  let last = 0;
  return {
    events,
    address,
    untold,
    get last() {
      return last;
    },
    async commit() {
      const fact = factOf((last += 1));
      await store.commit("accept", async (tx) => {
        const seq = await tx.chats.takeSeq(id, 1);
        await tx.events.add(id, [{ ...fact, seq }]);
      });
      untold.push(fact);
    },
    tell(index: number) {
      events.publish(address, untold.splice(index, 1));
    },
  };
}

type Chat = Awaited<ReturnType<typeof openChat>>;

/** Collects what a subscriber hears until `stop`. */
function subscribe({ events, address }: Chat, since: number) {
  const stop = new AbortController();
  const heard: LiveEvent[] = [];
  const collect = async () => {
    const { signal } = stop;
    for await (const event of events.subscribe(address, { since, signal })) heard.push(event);
  };
  const done = collect();
  return {
    heard,
    async stop() {
      stop.abort();
      await done;
    },
  };
}

/** Lets everyone do what they can do without another event. */
async function settle() {
  for (let round = 0; round < 5; round++) await tick();
}

const seqsOf = (heard: readonly LiveEvent[]) =>
  heard.flatMap((event) => ("seq" in event ? [event.seq] : []));

const rangeAfter = (since: number, last: number) =>
  Array.from({ length: Math.max(last - since, 0) }, (_, index) => since + index + 1);

test("tells what is stored first, then facts and deltas as they happen", async () => {
  const chat = await openChat();
  for (let fact = 0; fact < 3; fact++) await chat.commit();
  chat.untold.length = 0;
  const listener = subscribe(chat, 1);
  await settle();
  chat.events.publish(chat.address, [delta]);
  await chat.commit();
  chat.tell(0);
  await settle();
  await listener.stop();

  expect(listener.heard).toEqual([factOf(2), factOf(3), delta, factOf(4)]);
  expect(await chat.events.lastSeq(chat.address)).toBe(4);
});

test("tells more than one page of what is stored", async () => {
  const chat = await openChat();
  const id = toId<"chat">(chat.address.externalId);
  const facts = rangeAfter(0, 1001).map(factOf);
  await store.commit("accept", (tx) => tx.events.add(id, facts));
  const listener = subscribe(chat, 0);
  await settle();
  await listener.stop();
  expect(listener.heard).toEqual(facts);
});

test("a chat in which nothing happened has no facts, and is listened to all the same", async () => {
  const events = createEvents(store);
  const address = { channel: "scripted", externalId: "silent" };
  expect(await events.lastSeq(address)).toBe(0);
  const stop = new AbortController();
  const { signal } = stop;
  const heard = events.subscribe(address, { since: 0, signal });
  const listener = heard[Symbol.asyncIterator]();
  const next = listener.next();
  await settle();
  events.publish(address, [factOf(1)]);
  expect(await next).toEqual({ done: false, value: factOf(1) });
  stop.abort();
  expect(await listener.next()).toMatchObject({ done: true });
});

test("who listens from now on hears what happens after the call, and nothing stored", async () => {
  const chat = await openChat();
  await chat.commit();
  chat.tell(0);
  const stop = new AbortController();
  const { signal } = stop;
  const heard = chat.events.subscribe(chat.address, { since: "now", signal });
  await chat.commit();
  await chat.commit();
  chat.tell(0);
  chat.tell(0);
  const listener = heard[Symbol.asyncIterator]();
  expect(await listener.next()).toMatchObject({ value: { seq: 2 } });
  expect(await listener.next()).toMatchObject({ value: { seq: 3 } });
  stop.abort();
  expect(await listener.next()).toMatchObject({ done: true });
});

test("other chats are not heard, and nothing is after the end", async () => {
  const [chat, other] = [await openChat(), await openChat()];
  const listener = subscribe(chat, 0);
  await settle();
  await other.commit();
  other.tell(0);
  await settle();
  await listener.stop();
  await chat.commit();
  chat.tell(0);
  await settle();
  expect(listener.heard).toEqual([]);
});

test("however committing, telling and listening interleave, every fact is heard once and in order", async () => {
  const step = fc.oneof(
    fc.constantFrom("commit", "delta", "wait", "subscribe"),
    fc.record({ tell: fc.nat(3) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.nat(5), async (steps, back) => {
      const chat = await openChat();
      const listeners: { since: number; listener: ReturnType<typeof subscribe> }[] = [];
      for (const now of steps) {
        if (now === "commit") await chat.commit();
        else if (now === "delta") chat.events.publish(chat.address, [delta]);
        else if (now === "wait") await tick();
        else if (now === "subscribe") {
          const since = Math.max(chat.last - back, 0);
          listeners.push({ since, listener: subscribe(chat, since) });
        } else if (chat.untold.length > 0) chat.tell(now.tell % chat.untold.length);
      }
      while (chat.untold.length > 0) chat.tell(0);
      await settle();
      for (const { since, listener } of listeners) {
        await listener.stop();
        expect(seqsOf(listener.heard)).toEqual(rangeAfter(since, chat.last));
      }
    }),
    { numRuns: 150 },
  );
});

test("a watcher receives the facts of all chats, and no deltas, until it leaves", () => {
  const events = createEvents(store);
  const seen: unknown[] = [];
  const watching = events.onFacts((address, facts) => seen.push([address, facts]));
  const [one, other] = ["a", "b"].map((externalId) => ({ channel: "cli", externalId }));
  if (!one || !other) throw new Error("two chats are needed");
  events.publish(one, [factOf(1), delta]);
  events.publish(other, [delta]);
  events.publish(other, [factOf(5)]);
  watching[Symbol.dispose]();
  events.publish(one, [factOf(2)]);
  expect(seen).toEqual([
    [one, [factOf(1)]],
    [other, [factOf(5)]],
  ]);
});
