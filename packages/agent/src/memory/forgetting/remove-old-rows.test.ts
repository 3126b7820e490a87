import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import type { Store } from "../../store/store.ts";
import { addChat, newMessage, newTurn } from "../../store/testing/rows.ts";
import { removeOldRows } from "./remove-old-rows.ts";

const DAY_MS = 86_400_000;
const now = 1000 * DAY_MS;

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-rows-"));
  store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
  await addChat(store);
  await store.commit("new-session", (tx) =>
    tx.sessions.start({ id: toId("s1"), chat: toId("p1"), startedAt: 1 }),
  );
  await store.commit("claim", async (tx) => {
    await tx.inbox.add(newMessage("m1", { state: "answered" }));
    for (let turn = 0; turn < TURNS; turn += 1) {
      const id = toId<"turn">(`t${turn}`);
      await tx.turns.add(newTurn(id, { state: "settled" }));
      for (let n = 0; n < STEPS; n += 1)
        await tx.turns.addStep(id, { n, kind: "think", requestId: "r", input: null });
    }
    await tx.sessions.end(toId("s1"), { endedAt: now - 10 * DAY_MS, reason: "compacted" });
    const events = Array.from({ length: EVENTS }, (_, at) => ({ ...EVENT, seq: at + 1, at }));
    await tx.events.add(toId("p1"), events);
    for (const at of [now - 40 * DAY_MS, now - 20 * DAY_MS])
      await tx.usage.addUnasked({ ...REQUEST, day: new Date(at).toISOString().slice(0, 10), at });
  });
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const TURNS = 3;
const STEPS = 45;
const EVENTS = 250;
const EVENT = { type: "turn-start", turn: "t0", messages: [] } as const;
const REQUEST = {
  tenant: "home",
  model: "a/1",
  purpose: "embed",
  inputTokens: 1,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  costNano: 1n,
} as const;

async function removeAll(days: number): Promise<number> {
  const before = store.commits;
  for await (const _ of removeOldRows({ store, days, now }));
  return store.commits - before;
}

async function left() {
  const ids = Array.from({ length: TURNS }, (_, turn) => toId<"turn">(`t${turn}`));
  const history = await store.read.turns.historyOf(ids);
  const query = { tenant: "home", from: "1970-01-01", to: "2099-12-31" };
  return {
    steps: history.reduce((sum, { steps }) => sum + steps.length, 0),
    events: (await store.read.events.since(toId("p1"), 0, 1000)).length,
    requests: (await store.slow.usage.list(query, { after: 0, limit: 9 })).length,
    days: (await store.slow.usage.summary(query, "day")).length,
  };
}

const ALL = { steps: TURNS * STEPS, events: EVENTS, requests: 2, days: 2 };

test("old rows go in commits of twenty, and the sums of usage stay", async () => {
  const commits = await removeAll(9);
  expect(await left()).toEqual({ steps: 0, events: 0, requests: 1, days: 2 });
  // 45 steps of three turns are nine commits, 250 events thirteen, one request one.
  expect(commits).toBe(9 + 13 + 1);
  expect(await removeAll(9)).toBe(0);
});

test("younger rows stay, and nothing goes with 0 days", async () => {
  expect(await removeAll(0)).toBe(0);
  expect(await left()).toEqual(ALL);
  await removeAll(10);
  expect(await left()).toEqual({ ...ALL, events: 0, requests: 1 });
});

test("a caller that stops leaves the rest for the next time", async () => {
  const rows = removeOldRows({ store, days: 9, now });
  await rows.next();
  expect((await left()).steps).toBe(TURNS * STEPS - 20);
  await removeAll(9);
  expect((await left()).steps).toBe(0);
});
