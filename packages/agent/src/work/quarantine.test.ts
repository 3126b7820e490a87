import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLog } from "../platform/log.ts";
import { openTestSqlite } from "../store/sqlite/testing/open-test-sqlite.ts";
import type { Store } from "../store/store.ts";
import { createQuarantine, type Entry } from "./quarantine.ts";
import { NO_ROSTER, type Roster } from "./roster.ts";

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-quarantine-"));
  store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const { signal } = new AbortController();

/** A process that starts after another one died while it was running this work. */
async function startAfter(left: readonly string[] | undefined, pace = 0.001) {
  const entered: string[] = [];
  const roster: Roster = { ...NO_ROSTER, left, enter: (key) => void entered.push(key) };
  const clock = { now: Date.now };
  const quarantine = createQuarantine({ store, clock, log: silentLog, roster, pace });
  await quarantine.start();
  const enter = (id: string) => quarantine.enter({ kind: "summary", id, maxCrashes: 4 }, signal);
  return { quarantine, enter, entered };
}

async function charges(): Promise<readonly string[]> {
  const rows = await store.read.work.suspects();
  return rows.map(({ id, crashes, suspicion }) => `${id} ${crashes} ${suspicion}`);
}

async function entryOf(entering: Promise<Entry | undefined>): Promise<Entry> {
  return (await entering) ?? expect.unreachable("it was set aside");
}

test("what ran alone is charged, and set aside after its fourth crash", async () => {
  for (const crashes of [1, 2, 3]) {
    const { enter, entered } = await startAfter(["summary:poison"], 0.000_01);
    expect(await charges()).toEqual([`poison ${crashes} 0`]);
    await enter("poison");
    expect(entered).toEqual(["summary:poison"]);
  }
  const { enter, entered } = await startAfter(["summary:poison"]);
  expect(await enter("poison")).toBe(undefined);
  expect(entered).toEqual([]);
});

test("after a death among others each comes back alone, and what is no suspect waits", async () => {
  const { enter, entered } = await startAfter(["summary:a", "summary:b"]);
  expect(await charges()).toEqual(["a 0 1", "b 0 1"]);
  const [a, b, other] = [enter("a"), enter("b"), enter("other")];
  const first = await entryOf(a);
  expect(entered).toEqual(["summary:a"]);
  await first.leave(true);
  const second = await entryOf(b);
  expect(entered).toEqual(["summary:a", "summary:b"]);
  await second.leave(true);
  await other;
  expect(entered).toEqual(["summary:a", "summary:b", "summary:other"]);
  expect(await charges()).toEqual([]);
});

test("a suspect that stores a step lets the others in, and is not charged again", async () => {
  const { quarantine, enter } = await startAfter(["summary:a", "summary:b"], 1);
  await enter("a");
  const other = enter("other");
  await quarantine.progress({ kind: "summary", id: "a" });
  await other;
  expect(await charges()).toEqual(["b 0 1"]);
});

test("a suspect does not run alone for ever", async () => {
  const { enter } = await startAfter(["summary:a", "summary:b"], 0.001);
  await enter("a");
  await enter("other");
  expect(await charges()).toEqual(["a 0 1", "b 0 1"]);
});

test("a death with nothing running drops the charges, since the process also dies without them", async () => {
  await startAfter(["summary:a"]);
  expect(await charges()).toEqual(["a 1 0"]);
  await startAfter([]);
  expect(await charges()).toEqual([]);
});

test("a stop and a restarted machine charge nothing", async () => {
  await startAfter(undefined);
  expect(await charges()).toEqual([]);
});

test("work that had ended before the death is no suspect", async () => {
  await startAfter(["turn:gone", "reply:gone", "webhook:gone", "job:gone", "job:gone@1"]);
  expect(await charges()).toEqual([]);
});

test("whoever waits for its turn is let go when the process stops", async () => {
  const { quarantine, enter } = await startAfter(["summary:a", "summary:b"], 1);
  await enter("a");
  const stopping = new AbortController();
  const waiting = quarantine.enter({ kind: "summary", id: "x" }, stopping.signal);
  stopping.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
});
