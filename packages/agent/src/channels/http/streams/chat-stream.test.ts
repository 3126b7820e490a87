import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { array, assert, asyncProperty, constant, constantFrom, oneof } from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appendEvents } from "../../../core/events/append-events.ts";
import { createClientChats } from "../../../core/client-chats.ts";
import { createEvents } from "../../../core/events/events.ts";
import type { Address } from "../../../kernel/envelope.ts";
import type { ChatEventBody, LiveEvent } from "../../../kernel/chat-event.ts";
import { openTestSqlite } from "../../../store/sqlite/testing/open-test-sqlite.ts";
import type { Store } from "../../../store/store.ts";
import { addPeople, newChat } from "../../../store/testing/rows.ts";
import { createChatStreams } from "./create-chat-streams.ts";
import { formatPosition, type Position } from "./position.ts";
import type { Batch } from "./stream-entry.ts";

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-channel-"));
  store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
  await addPeople(store);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

let chats = 0;

/** Opens a chat in which a test emits events, as the core would. */
async function openChat() {
  chats += 1;
  const chat = newChat(`p${chats}`);
  await store.commit("accept", (tx) => tx.chats.add(chat));
  const address: Address = { channel: chat.channel, externalId: chat.externalId, kind: "direct" };
  const time = { now: 1000 };
  const clock = { now: () => time.now };
  const events = createEvents(store);
  const inbox = {
    deliver: () => Promise.reject(new Error("nothing is said here")),
  };
  const conversations = createClientChats({ store, inbox, clock, pushChannels: () => [] });
  const bugs: unknown[] = [];
  const onBug = (error: unknown) => bugs.push(error);
  const streams = createChatStreams({ events, conversations, clock, onBug });

  return {
    address,
    streams,
    bugs,
    async fact(body: ChatEventBody) {
      const facts = await store.commit("accept", (tx) =>
        appendEvents(tx, chat.id, { bodies: [body], at: time.now }),
      );
      events.publish(address, facts);
    },
    delta: (delta: LiveEvent) => events.publish(address, [delta]),
    /** Advances the clock until the process has dropped all entries. */
    async forget() {
      time.now += 3_600_000;
      streams.sweep();
      await settled();
    },
  };
}

type OpenChat = Awaited<ReturnType<typeof openChat>>;

/** Resolves when all pending events have arrived. */
async function settled() {
  for (let round = 0; round < 6; round++) await new Promise(setImmediate);
}

/** A client that is disconnected and reconnects, like an EventSource. */
function createClient({ streams, address }: OpenChat) {
  const heard: { readonly id: string; readonly event: LiveEvent }[] = [];
  let last: Position | undefined;
  let listening: Disposable | undefined;
  const take = ({ entries }: Batch) => {
    for (const { position, event } of entries) {
      heard.push({ id: formatPosition(position), event });
      last = position;
    }
  };
  return {
    heard,
    async connect() {
      listening ??= await streams.of(address).listen(last ?? { seq: 0, n: 0 }, { take, end() {} });
    },
    cut() {
      listening?.[Symbol.dispose]();
      listening = undefined;
    },
  };
}

const turn = "t1";
const said = (step: number, delta: string): LiveEvent => ({
  type: "text-delta",
  turn,
  step,
  delta,
});
const begun: ChatEventBody = { type: "turn-start", turn, messages: ["m1"] };
const ended: ChatEventBody = {
  type: "turn-end",
  turn,
  outcome: "answered",
  reply: [{ type: "text", text: "Hello there" }],
};

/** Possible next events in a chat or its connection. */
const happening = oneof(
  { weight: 6, arbitrary: constant("delta" as const) },
  { weight: 2, arbitrary: constantFrom("think", "fact", "end", "start" as const) },
  { weight: 4, arbitrary: constantFrom("cut", "connect" as const) },
  { weight: 3, arbitrary: constant("settle" as const) },
  { weight: 1, arbitrary: constant("forget" as const) },
);

async function play(script: readonly string[]) {
  const chat = await openChat();
  const whole = createClient(chat);
  const client = createClient(chat);
  await whole.connect();
  let thoughts = 0;
  let words = 0;
  for (const what of script) {
    if (what === "cut") client.cut();
    if (what === "connect") await client.connect();
    if (what === "settle") await settled();
    if (what === "forget") await chat.forget();
    if (what === "delta") chat.delta(said(thoughts, `${thoughts}:${(words += 1)}`));
    if (what === "think") chat.delta({ type: "think-start", turn, step: (thoughts += 1) });
    if (what === "start") await chat.fact(begun);
    if (what === "fact") await chat.fact({ type: "step-text", turn, step: thoughts, text: "so" });
    if (what === "end") await chat.fact(ended);
  }
  await client.connect();
  await settled();
  expect(chat.bugs).toEqual([]);
  chat.streams.close();
  return { whole: whole.heard, client: client.heard };
}

test("who is cut off at any moment hears everything once and in order", async () => {
  const script = array(happening, { minLength: 4, maxLength: 60 });
  await assert(
    asyncProperty(script, async (all) => {
      const { whole, client } = await play(all.filter((what) => what !== "forget"));
      expect(client).toEqual(whole);
    }),
    { numRuns: 150 },
  );
});

test("where the words are forgotten all facts are heard once, and of a thought nothing after a gap", async () => {
  await assert(
    asyncProperty(array(happening, { minLength: 4, maxLength: 60 }), async (script) => {
      const { whole, client } = await play(script);
      const facts = (heard: typeof whole) => heard.filter(({ event }) => "seq" in event);
      expect(facts(client)).toEqual(facts(whole));
      const ids = client.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)]);
      const thoughts = thoughtsOf(whole);
      for (const [thought, words] of thoughtsOf(client))
        expect(thoughts.get(thought)?.slice(0, words.length)).toEqual(words);
    }),
    { numRuns: 150 },
  );
});

/** Returns the text of each step. */
function thoughtsOf(heard: readonly { readonly event: LiveEvent }[]) {
  const thoughts = new Map<number, string[]>();
  for (const { event } of heard)
    if (event.type === "text-delta")
      thoughts.set(event.step, [...(thoughts.get(event.step) ?? []), event.delta]);
  return thoughts;
}

test("who comes in the middle of a thought hears it from its beginning", async () => {
  const chat = await openChat();
  const first = createClient(chat);
  await first.connect();
  await chat.fact(begun);
  chat.delta({ type: "think-start", turn, step: 0 });
  chat.delta(said(0, "Hel"));
  await settled();

  const late: LiveEvent[] = [];
  using _ = await chat.streams.of(chat.address).listen(undefined, {
    take: ({ entries }) => late.push(...entries.map(({ event }) => event)),
    end() {},
  });
  chat.delta(said(0, "lo"));
  await settled();

  expect(late).toEqual([{ type: "think-start", turn, step: 0 }, said(0, "Hel"), said(0, "lo")]);
  chat.streams.close();
});

test("who comes back after the words were forgotten hears the next thought, not half of this one", async () => {
  const chat = await openChat();
  const client = createClient(chat);
  await client.connect();
  chat.delta({ type: "think-start", turn, step: 0 });
  chat.delta(said(0, "one"));
  await settled();
  client.cut();
  chat.delta(said(0, "two"));
  await settled();
  await chat.forget();

  const other = createClient(chat);
  await other.connect();
  await client.connect();
  chat.delta(said(0, "three"));
  chat.delta({ type: "think-start", turn, step: 1 });
  chat.delta(said(1, "four"));
  await settled();

  expect(wordsOf(client)).toEqual(["one", "four"]);
  chat.streams.close();
});

test("ids of words rise over channels, so that who knows old ones hears all new ones", async () => {
  const chat = await openChat();
  const client = createClient(chat);
  await client.connect();
  chat.delta({ type: "think-start", turn, step: 0 });
  for (const word of ["one", "two", "three"]) chat.delta(said(0, word));
  await settled();
  client.cut();

  await chat.forget();
  const other = createClient(chat);
  await other.connect();
  chat.delta({ type: "think-start", turn, step: 0 });
  chat.delta(said(0, "four"));
  await settled();
  await client.connect();
  await chat.fact(ended);
  await settled();

  expect(wordsOf(client)).toEqual(["one", "two", "three", "four"]);
  expect(client.heard.at(-1)?.event.type).toBe("turn-end");
  chat.streams.close();
});

function wordsOf({ heard }: ReturnType<typeof createClient>) {
  return heard.flatMap(({ event }) => (event.type === "text-delta" ? [event.delta] : []));
}

test("whoever listens is told when the channel ends", async () => {
  const chat = await openChat();
  const over = Promise.withResolvers<string>();
  await chat.streams
    .of(chat.address)
    .listen(undefined, { take() {}, end: () => over.resolve("over") });
  chat.streams.close();
  expect(await over.promise).toBe("over");
});
