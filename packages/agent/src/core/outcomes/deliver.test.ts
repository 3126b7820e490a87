import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { createBell } from "../../kernel/bell.ts";
import { toId } from "../../kernel/ids.ts";
import { silentLog } from "../../platform/log.ts";
import { openSqlite } from "../../store/sqlite/open.ts";
import { addTurn } from "../../store/testing/rows.ts";
import { runDelivery } from "./deliver.ts";

const DAY_MS = 24 * 60 * 60_000;

test("what waits for a person is given up after 30 days, and what waited behind it as long", async () => {
  await using stack = new AsyncDisposableStack();
  const home = await mkdtemp(path.join(tmpdir(), "reeve-deliver-"));
  stack.defer(() => rm(home, { recursive: true }));
  const store = stack.use(await openSqlite(path.join(home, "reeve.db"), { synchronous: "normal" }));
  await addTurn(store);
  const time = { now: 0 };
  const stop = new AbortController();
  const bell = createBell();
  const running = runDelivery(
    {
      store,
      bell,
      clock: { now: () => time.now },
      log: silentLog,
      localeOf: async () => ({ language: "en", timeZone: "UTC" }),
      push: () => ({
        show: async () => {},
        deliver: () => Promise.reject(new Fault("conflict", "Ann has blocked the agent.")),
      }),
    },
    stop.signal,
  );
  stack.defer(async () => {
    stop.abort();
    await running;
  });
  const parts = async () =>
    (await store.read.outbox.ofTurn(toId("t1"))).map(
      ({ state, attempts, reason }) => `${state} ${attempts} ${reason}`,
    );
  const next = async () => (await store.read.outbox.nextDue()) ?? 0;
  const rests = async () => {
    bell.ring();
    await expect.poll(next).toBeGreaterThan(time.now);
  };
  const says = async (id: string, days: number) => {
    time.now = days * DAY_MS;
    const text = { type: "text", text: id } as const;
    const row = { id, place: toId<"place">("p1"), turn: toId<"turn">("t1"), position: 0 };
    await store.commit("settle-turn", (tx) =>
      tx.outbox.add([{ ...row, clientId: id, body: text, nextAt: time.now }]),
    );
    bell.ring();
  };

  await says("o1", 0);
  await says("o2", 1);
  await says("o3", 20);
  time.now = 29 * DAY_MS;
  await rests();
  const held = "waiting 0 Ann has blocked the agent.";
  expect(await parts()).toEqual([held, "waiting 0 null", "waiting 0 null"]);
  time.now = 32 * DAY_MS;
  await rests();
  const gone = "dead 0 Ann has blocked the agent. It was given up after 30 days.";
  expect(await parts()).toEqual([gone, gone, held]);
});
