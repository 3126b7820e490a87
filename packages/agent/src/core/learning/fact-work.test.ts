import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWakeup } from "../../kernel/wakeup.ts";
import { toId } from "../../kernel/ids.ts";
import { modelError } from "../../llm/model-error.ts";
import { scriptedModel } from "../../llm/testing/scripted-model.ts";
import { memoryConfig } from "../../memory/config.ts";
import type { Log } from "../../platform/log.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import type { Store } from "../../store/store.ts";
import { addTurn, newMessage, newChat, newTurn, newFact } from "../../store/testing/rows.ts";
import { decide, toFailure } from "../../work/decide.ts";
import { policyOf } from "../../work/policy.ts";
import { extractionOfChats } from "./extract-from-chat.ts";
import type { ExtractionDeps, ExtractionContext, ExtractionSource } from "./extraction-deps.ts";
import { endedFacts, factWork } from "./fact-work.ts";
import { profileRewrites } from "./rewrite-profile.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const { signal } = new AbortController();
const ignore = () => {};
const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: () => log };

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-learn-"));
  store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
  await addTurn(store);
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const model = () => scriptedModel(() => ({ text: '{"facts":[]}' }));

function deps(now: number, own: Partial<ExtractionDeps & ExtractionContext> = {}): ExtractionDeps {
  const { facts, profile, quietMs = MINUTE_MS, ...others } = own;
  const settings = memoryConfig.parse({ facts, profile });
  let ids = 0;
  return {
    store,
    utility: model(),
    clock: { now: () => now },
    newId: () => `id-${(ids += 1)}`,
    log,
    timeZone: "UTC",
    wakeup: createWakeup(),
    settings: { ...settings, quietMs },
    ...others,
  };
}

/** Learns what is due first: 0; otherwise how long to wait, undefined for until the next turn. */
async function runFirst(source: ExtractionSource, now: number): Promise<number | undefined> {
  const [extraction] = await source.due(now, 10);
  await extraction?.run(signal);
  if (extraction) return 0;
  const next = await source.nextDue(now);
  return next === undefined ? undefined : next - now;
}

function extractFromChat(given: ExtractionDeps): Promise<number | undefined> {
  return runFirst(extractionOfChats(given), given.clock.now());
}

function rewriteProfile(given: ExtractionDeps): Promise<number | undefined> {
  return runFirst(profileRewrites(given), given.clock.now());
}

/** Runs the extraction that is due first, as the runner does, and returns its id. */
async function runNext(given: ExtractionDeps, kind = factWork(given)): Promise<string | undefined> {
  const now = given.clock.now();
  const items = await kind.take({ now, limit: 1, running: new Map() });
  const [item] = items === "again" ? [] : items;
  if (!item) return undefined;
  const policy = policyOf("facts");
  await kind.run(item, signal).catch(async (error: unknown) => {
    const verdict = decide(await kind.triesOf(item), toFailure(error), { policy, now, random: 0 });
    await kind.settle(item, verdict, error);
  });
  return item.id === "ended-facts" ? runNext(given, kind) : item.id;
}

/** Ends the turn `t1`, or a further one of its chat. */
async function endTurn(id: string, endedAt: number): Promise<void> {
  await store.commit("settle-turn", async (tx) => {
    if (id !== "t1") await tx.turns.add(newTurn(id));
    const ending = { state: "settled", endedAt, incident: null, isToLearnFrom: true } as const;
    await tx.turns.end(toId(id), ending);
  });
}

async function spend(purpose: "learn" | "profile", tokens: number, at: number): Promise<void> {
  await store.commit("learn", (tx) =>
    tx.usage.add({
      turn: toId("t1"),
      step: 0,
      chat: toId("p1"),
      model: "m",
      purpose,
      inputTokens: tokens,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: 0,
      reasoningTokens: 0,
      costNano: null,
      at,
    }),
  );
}

test("a chat is learned from once it is quiet, or once it has said enough", async () => {
  expect(await extractFromChat(deps(0))).toBe(undefined);
  await endTurn("t1", 1000);
  await endTurn("t2", 2000);
  expect(await extractFromChat(deps(2500))).toBe(MINUTE_MS - 500);
  expect(await extractFromChat(deps(2000 + MINUTE_MS))).toBe(0);
  expect(await store.read.turns.withoutFacts()).toEqual([]);

  for (let n = 3; n <= 11; n += 1) await endTurn(`t${n}`, 3000);
  const utility = model();
  expect(await extractFromChat(deps(3000, { utility }))).toBe(0);
  expect(utility.requests).toHaveLength(1);
  expect(await store.read.turns.withoutFacts()).toMatchObject([{ turns: 1 }]);
});

test("a chat that the model gives no answer for does not hold up the others", async () => {
  await store.commit("accept", async (tx) => {
    await tx.chats.add(newChat("p2"));
    await tx.sessions.start({ id: toId("s2"), chat: toId("p2"), startedAt: 3 });
    await tx.turns.add(newTurn("t2", { chat: toId("p2"), session: toId("s2") }));
    const ending = { state: "settled", incident: null, isToLearnFrom: true } as const;
    await tx.turns.end(toId("t1"), { ...ending, endedAt: 1 });
    await tx.turns.end(toId("t2"), { ...ending, endedAt: 2 });
  });
  const utility = scriptedModel([
    { error: modelError("refused", { message: "no" }) },
    { text: "{}" },
    { text: "{}" },
  ]);
  let now = DAY_MS;
  const learning = { ...deps(0, { utility }), clock: { now: () => now } };
  const waiting = async () => (await store.read.turns.withoutFacts()).map(({ chat }) => chat);

  expect(await runNext(learning)).toBe("chat:p1");
  expect(await runNext(learning)).toBe("chat:p2");
  expect(await waiting()).toEqual(["p1"]);
  expect(await runNext(learning)).toBe(undefined);
  expect(utility.requests).toHaveLength(2);
  now += MINUTE_MS;
  expect(await runNext(learning)).toBe("chat:p1");
  expect(await waiting()).toEqual([]);
  expect(await store.read.work.of("facts")).toEqual([]);
});

test("turns that cannot be learned from are passed over after three tries", async () => {
  await endTurn("t1", 0);
  const broken = {
    ...model(),
    stream: () => {
      throw new TypeError("a bug");
    },
  };
  let now = DAY_MS;
  const learning = { ...deps(0, { utility: broken }), clock: { now: () => now } };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect(await runNext(learning)).toBe("chat:p1");
    now += DAY_MS;
  }
  expect(await runNext(learning)).toBe(undefined);
  expect(await store.read.turns.withoutFacts()).toEqual([]);
  expect(await store.read.work.of("facts")).toEqual([]);
});

test("what was edited or taken back meanwhile is not read", async () => {
  const row = { chat: toId<"chat">("p1"), direction: "in", author: "ann", at: 5 } as const;
  const texts = ["stays", "was edited", "is gone"];
  await store.commit("accept", async (tx) => {
    for (const [at, text] of texts.entries()) {
      const said = { kind: "message", text, name: "Ann", role: "owner", sentAt: 5 } as const;
      await tx.inbox.add(newMessage(`n${at}`, { messageId: text, body: said }));
      await tx.inbox.take([toId(`n${at}`)], toId("t1"));
      await tx.messages.add({ ...row, messageId: text, edit: 0, text, turn: null });
    }
    await tx.messages.add({ ...row, messageId: "was edited", edit: 1, text: "other", turn: null });
    await tx.messages.remove(row.chat, "is gone");
  });
  await endTurn("t1", 0);
  const utility = model();
  expect(await extractFromChat(deps(DAY_MS, { utility }))).toBe(0);
  const told = JSON.stringify(utility.requests);
  expect(texts.filter((text) => told.includes(text))).toEqual(["stays"]);
});

test("without a model, or switched off, nothing is learnt", async () => {
  await endTurn("t1", 0);
  const off = { enabled: false, tokensPerDay: 1_000_000 };
  expect(await extractFromChat(deps(DAY_MS, { utility: undefined }))).toBe(undefined);
  expect(await extractFromChat(deps(DAY_MS, { facts: off }))).toBe(undefined);
  expect(await rewriteProfile(deps(DAY_MS, { utility: undefined }))).toBe(undefined);
  expect(await rewriteProfile(deps(DAY_MS, { profile: off }))).toBe(undefined);
});

test("what is beyond the day's budget waits", async () => {
  await endTurn("t1", 0);
  await spend("learn", 5000, 1000);
  const utility = model();
  const facts = { enabled: true, tokensPerDay: 8000 };
  const learn = (now: number) => extractFromChat(deps(now, { utility, facts }));
  expect(await learn(DAY_MS)).toBeGreaterThan(0);
  expect(utility.requests).toEqual([]);
  expect(await learn(DAY_MS + 1001)).toBe(0);
  expect(utility.requests).toHaveLength(1);
});

test("a profile has a budget of its own", async () => {
  const facts = Array.from({ length: 8 }, (_, n) => newFact(`f${n}`));
  await store.commit("learn", async (tx) => {
    for (const fact of facts) await tx.facts.add(fact);
  });
  await spend("learn", 1_000_000, 1000);
  await spend("profile", 46_000, 1000);
  expect(await rewriteProfile(deps(DAY_MS))).toBeGreaterThan(0);
  expect(await rewriteProfile(deps(DAY_MS + 1001))).toBe(0);
  expect(await store.read.usage.tokensFor("profile", DAY_MS)).toBeGreaterThan(0);
});

test("a profile whose facts change while it is written is written again at once", async () => {
  const facts = Array.from({ length: 9 }, (_, n) => newFact(`f${n}`));
  await store.commit("learn", async (tx) => {
    for (const fact of facts) await tx.facts.add(fact);
  });
  const owner = { tenant: "home", person: toId<"person">("ann") };
  const first = model();
  const changed = {
    ...first,
    async *stream(...request: Parameters<typeof first.stream>) {
      await store.commit("change-memory", (tx) =>
        tx.facts.change(newFact("f8").id, { state: "retracted" }),
      );
      yield* first.stream(...request);
    },
  };
  const ran = await runNext(deps(DAY_MS, { utility: changed }));
  expect([ran, await store.read.work.of("facts")]).toEqual([`profile:${owner.person}`, []]);
  expect(await store.read.profiles.of(owner)).toBe(undefined);
  expect(await runNext(deps(DAY_MS))).toBe(ran);
  expect((await store.read.profiles.of(owner))?.text).toBe(`{"facts":[]}`);
});

test("facts of the day and of an ended session are put aside in time", async () => {
  await store.commit("learn", async (tx) => {
    await tx.facts.add(newFact("day", { tier: "working", validUntil: 5000 }));
    await tx.facts.add(newFact("session", { tier: "session" }));
    await tx.facts.add(newFact("lasting"));
    await tx.sessions.end(toId("s1"), { endedAt: 9000, reason: "new" });
  });
  const believed = async () =>
    (await store.read.facts.list({ tenant: "home", limit: 9 })).map(({ id }) => id);

  let now = 4000;
  const source = endedFacts({ ...deps(0), clock: { now: () => now } });
  const look = () => runFirst(source, now);

  expect(await look()).toBe(0);
  expect(await look()).toBe(1000);
  now = 5000;
  expect(await look()).toBe(0);
  expect(await believed()).toEqual(["lasting", "session"]);
  now = 9000 + 7 * DAY_MS - 1;
  expect(await look()).toBe(0);
  expect(await believed()).toEqual(["lasting", "session"]);
  now += 60 * MINUTE_MS;
  expect(await look()).toBe(0);
  expect(await believed()).toEqual(["lasting"]);
  expect(await store.read.facts.byId(toId("session"))).toMatchObject({ state: "expired" });
});
