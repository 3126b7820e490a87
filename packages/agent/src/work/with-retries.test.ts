import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWakeup } from "../kernel/wakeup.ts";
import { openTestSqlite } from "../store/sqlite/testing/open-test-sqlite.ts";
import type { Store } from "../store/store.ts";
import { runUntilIdle } from "./testing/run-until-idle.ts";
import { type PlainWork, withRetries } from "./with-retries.ts";
import type { WorkItem } from "./run-work.ts";

const clock = { now: () => 1_000_000 };
const policies = { index: { firstMs: 0, longestMs: 0, maxErrors: 2 } };

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-"));
  store = await openTestSqlite(path.join(folder, "reeve.db"), { synchronous: "normal" });
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Work of one item, which fails until it is repaired and then is done. */
function brokenWork(recurs: PlainWork<WorkItem>["recurs"]) {
  const state = { isBroken: true, isDone: false, runs: 0 };
  const kind = withRetries(
    {
      name: "index",
      wakeup: createWakeup(),
      list: async () => (state.isDone ? [] : [{ id: "duty" }]),
      ...(recurs && { recurs }),
      async run() {
        state.runs += 1;
        if (state.isBroken) throw new Error("broken on purpose");
        state.isDone = true;
      },
    },
    { store, clock },
  );
  const drop = async () => {
    const row = await store.read.work.byId("index", "duty");
    if (!row) throw new Error("there is no dead letter");
    await store.commit("retry", (tx) => tx.work.set({ ...row, state: "dropped" }));
  };
  return { state, drop, run: () => runUntilIdle(kind, { clock, policies }) };
}

const rows = () => store.read.work.of("index");

test("a one-off whose dead letter was dropped is not tried again", async () => {
  const { state, drop, run } = brokenWork(undefined);
  await run();
  expect(await rows()).toMatchObject([{ state: "failed", attempts: 2 }]);
  await drop();
  await run();
  expect(state.runs).toBe(2);
  expect(await rows()).toMatchObject([{ state: "dropped" }]);
});

test("a duty whose dead letter was dropped comes again, with all of its attempts", async () => {
  const { state, drop, run } = brokenWork(() => true);
  await run();
  await drop();
  await run();
  expect(state.runs).toBe(4);
  expect(await rows()).toMatchObject([{ state: "failed", attempts: 2 }]);
  state.isBroken = false;
  await drop();
  await run();
  expect(state.isDone).toBe(true);
  expect(await rows()).toEqual([]);
});

test("an item that becomes due while others are listed is not forgotten", async () => {
  let now = 1000;
  const kind = withRetries(
    {
      name: "index",
      wakeup: createWakeup(),
      async list() {
        now += 1;
        return [];
      },
      nextDue: async () => 1001,
      run: async () => undefined,
    },
    { store, clock: { now: () => now } },
  );
  await kind.take({ now, limit: 1, running: new Map<string, never>() });
  expect(await kind.nextDue()).toBe(1001);
});
