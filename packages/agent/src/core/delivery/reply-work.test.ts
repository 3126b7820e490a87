import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { createWakeup } from "../../kernel/wakeup.ts";
import { toId } from "../../kernel/ids.ts";
import { silentLog } from "../../platform/log.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import { addTurn, newChat } from "../../store/testing/rows.ts";
import type { OutboxRow, OutboxStore } from "../../store/messages/outbox.ts";
import type { Outbound } from "../outbound.ts";
import { runWork } from "../work/run-work.ts";
import { OPEN_QUARANTINE } from "../work/testing/open-quarantine.ts";
import { replyWork } from "./reply-work.ts";

const DAY_MS = 24 * 60 * 60_000;

/**
 * A delivery on a database of its own, of which `deliver` decides what becomes of each part.
 * `onRead` is waited for between a look into the outbox and what follows from it.
 */
async function startDelivery(
  deliver: Outbound["deliver"],
  onRead: (rows: readonly OutboxRow[]) => Promise<void> = async () => {},
) {
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
  const due: OutboxStore["due"] = async (now, limit) => {
    const rows = await store.read.outbox.due(now, limit);
    await onRead(rows);
    return rows;
  };
  const work = replyWork({
    ...shared,
    store: { ...store, read: { ...store.read, outbox: { ...store.read.outbox, due } } },
    wakeup,
    newId: randomUUID,
    localeOf: async () => ({ language: "de", timeZone: "UTC" }),
    push: () => ({ show: async () => {}, deliver }),
  });
  const running = runWork(work, shared, stop.signal);
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
    work,
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

/** Starts a delivery whose parts wait until they are let go. */
async function holdDelivery() {
  const parts = new Map<string, PromiseWithResolvers<void>>();
  const sent: string[] = [];
  let isOver = false;
  const delivery = await startDelivery(async (_address, _part, { clientId }) => {
    const part = Promise.withResolvers<void>();
    parts.set(clientId, part);
    if (!isOver) await part.promise;
    sent.push(clientId);
    return clientId;
  });
  return {
    ...delivery,
    sent,
    leaving: () => [...parts.keys()],
    letGo: (id: string) => parts.get(id)?.resolve(),
    async [Symbol.asyncDispose]() {
      isOver = true;
      for (const { resolve } of parts.values()) resolve();
      await delivery[Symbol.asyncDispose]();
    },
  };
}

test("a part leaves at the moment at which it is due, and not before", async () => {
  await using delivery = await startDelivery(async (_address, _part, { clientId }) => clientId);
  const { work, store, time } = delivery;
  const row = { id: "o1", chat: toId<"chat">("p1"), turn: toId<"turn">("t1"), position: 0 };
  const body = { type: "text", text: "Hello." } as const;
  time.now = 0;
  await store.commit("settle-turn", (tx) =>
    tx.outbox.add([{ ...row, clientId: "o1", body, nextAt: 5000 }]),
  );
  const taken = (now: number) => work.take({ now, limit: 9, running: new Map() });
  expect(await taken(4999)).toEqual([]);
  expect(await taken(5000)).toMatchObject([{ id: "o1" }]);
  expect(await work.nextDue()).toBe(5000);
});

test("a part that is on its way is not read again, and takes no other's place", async () => {
  await using delivery = await holdDelivery();
  const { work, store, says, leaving } = delivery;
  await store.commit("accept", (tx) => tx.chats.add(newChat("p2")));
  await says("o1", 0);
  await expect.poll(leaving).toEqual(["o1"]);
  const [row] = await delivery.outbox();
  if (!row) throw new Error("nothing waits");
  await store.commit("settle-turn", (tx) =>
    tx.outbox.add([
      {
        id: "o2",
        chat: toId("p2"),
        turn: null,
        position: 0,
        clientId: "o2",
        body: row.body,
        nextAt: 0,
      },
    ]),
  );
  const taken = await work.take({ now: 0, limit: 1, running: new Map([[row.id, row]]) });
  expect(taken).toMatchObject([{ id: "o2" }]);
  delivery.letGo("o1");
  await expect.poll(leaving).toEqual(["o1", "o2"]);
  delivery.letGo("o2");
  await expect.poll(() => delivery.sent).toEqual(["o1", "o2"]);
});

test("the parts of a chat leave one after the other, each once", async () => {
  await using delivery = await holdDelivery();
  const { says, leaving, wakeup, letGo } = delivery;
  for (const id of ["o1", "o2", "o3"]) await says(id, 0);
  for (const [n, id] of ["o1", "o2", "o3"].entries()) {
    await expect.poll(leaving).toEqual(["o1", "o2", "o3"].slice(0, n + 1));
    wakeup.notify();
    letGo(id);
  }
  const receipts = async () => (await delivery.outbox()).map(({ receipt }) => receipt);
  await expect.poll(receipts).toEqual(["o1", "o2", "o3"]);
  expect(delivery.sent).toEqual(["o1", "o2", "o3"]);
});

test("a part that left while the outbox was read does not leave again", async () => {
  const left: string[] = [];
  const part = Promise.withResolvers<void>();
  let reads = 0;
  await using delivery = await startDelivery(
    async (_address, _part, { clientId }) => {
      left.push(clientId);
      if (clientId === "o1") await part.promise;
      return clientId;
    },
    async (rows) => {
      if (left.length === 0 || reads > 0) return;
      reads += 1;
      expect(rows).toMatchObject([{ id: "o1", state: "waiting" }]);
      part.resolve();
      await expect.poll(async () => (await delivery.outbox())[0]?.state).toBe("sent");
      await setImmediate();
    },
  );
  await delivery.says("o1", 0);
  await expect.poll(() => left).toEqual(["o1"]);
  await delivery.says("o2", 0);
  await expect.poll(() => left.at(-1)).toBe("o2");
  expect(reads).toBe(1);
  expect(left).toEqual(["o1", "o2"]);
});
