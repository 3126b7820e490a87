import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { createWakeup } from "../../kernel/wakeup.ts";
import { toId } from "../../kernel/ids.ts";
import { silentLog } from "../../platform/log.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import { addTurn } from "../../store/testing/rows.ts";
import type { Outbound } from "../outbound.ts";
import { runWork } from "../work/run-work.ts";
import { OPEN_QUARANTINE } from "../work/testing/open-quarantine.ts";
import { replyWork } from "./reply-work.ts";

const DAY_MS = 24 * 60 * 60_000;

/** A delivery on a database of its own, of which `push` decides what becomes of each part. */
async function startDelivery(deliver: Outbound["deliver"]) {
  await using stack = new AsyncDisposableStack();
  const home = await mkdtemp(path.join(tmpdir(), "reeve-deliver-"));
  stack.defer(() => rm(home, { recursive: true }));
  const store = stack.use(
    await openTestSqlite(path.join(home, "reeve.db"), { synchronous: "normal" }),
  );
  await addTurn(store);
  const time = { now: 0 };
  const stop = new AbortController();
  const wakeup = createWakeup();
  const shared = {
    clock: { now: () => time.now },
    log: silentLog,
    random: () => 0,
    quarantine: OPEN_QUARANTINE,
  };
  const running = runWork(
    replyWork({
      ...shared,
      store,
      wakeup,
      newId: randomUUID,
      localeOf: async () => ({ language: "de", timeZone: "UTC" }),
      push: () => ({ show: async () => {}, deliver }),
    }),
    shared,
    stop.signal,
  );
  stack.defer(async () => {
    stop.abort();
    await running;
  });
  const outbox = () => store.read.outbox.ofTurn(toId("t1"));
  const says = async (id: string, at: number) => {
    time.now = at;
    const text = { type: "text", text: id } as const;
    const row = { id, chat: toId<"chat">("p1"), turn: toId<"turn">("t1"), position: 0 };
    await store.commit("settle-turn", (tx) =>
      tx.outbox.add([{ ...row, clientId: id, body: text, nextAt: time.now }]),
    );
    wakeup.notify();
  };
  const owned = stack.move();
  return {
    store,
    time,
    wakeup,
    outbox,
    says,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("what waits for a person is given up after 30 days, and what waited behind it as long", async () => {
  await using delivery = await startDelivery(() =>
    Promise.reject(new Fault("conflict", "Ann has blocked the agent.")),
  );
  const { store, time, wakeup, outbox, says } = delivery;
  const parts = async () =>
    (await outbox()).map(({ state, attempts, reason }) => `${state} ${attempts} ${reason}`);
  const next = async () => (await store.read.outbox.nextDue()) ?? 0;
  const rests = async () => {
    wakeup.notify();
    await expect.poll(next).toBeGreaterThan(time.now);
  };

  await says("o1", 0);
  await says("o2", DAY_MS);
  await says("o3", 20 * DAY_MS);
  time.now = 29 * DAY_MS;
  await rests();
  const held = "waiting 0 Ann has blocked the agent.";
  expect(await parts()).toEqual([held, "waiting 0 null", "waiting 0 null"]);
  time.now = 32 * DAY_MS;
  await rests();
  const gone = "dead 0 Ann has blocked the agent. It was given up after 30 days.";
  expect(await parts()).toEqual([gone, gone, held]);
});

test("a part that is refused for what it is makes room after three tries, and that it could not be sent is said once", async () => {
  const sent: string[] = [];
  await using delivery = await startDelivery(async (_address, part, { clientId }) => {
    const text = "text" in part ? part.text : "";
    if (text === "o1" || text.startsWith("Einen Teil")) throw new Fault("invalid", "Not this.");
    sent.push(text);
    return clientId;
  });
  const { time, wakeup, outbox, says } = delivery;
  const becomes = async (id: string, minute: number, wanted: string) => {
    time.now = minute * 60_000;
    wakeup.notify();
    const row = async () => (await outbox()).find((one) => one.id === id);
    await expect
      .poll(async () => `${(await row())?.state} ${(await row())?.attempts}`)
      .toBe(wanted);
  };

  await says("o1", 0);
  await says("o2", 0);
  await becomes("o1", 0, "waiting 1");
  await becomes("o1", 1, "waiting 2");
  await becomes("o1", 2, "dead 3");
  await becomes("o2", 2, "sent 0");
  await becomes("unsent:o1", 2, "waiting 1");
  await becomes("unsent:o1", 3, "waiting 2");
  await becomes("unsent:o1", 4, "dead 3");
  expect(sent).toEqual(["o2"]);
  expect((await outbox()).map(({ id, state, body }) => [id, state, body])).toEqual([
    ["o1", "dead", { type: "text", text: "o1" }],
    ["o2", "sent", { type: "text", text: "o2" }],
    [
      "unsent:o1",
      "dead",
      {
        type: "notice",
        code: "failed",
        text: "Einen Teil dieser Antwort konnte ich nicht senden.",
      },
    ],
  ]);
});
