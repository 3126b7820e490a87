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
import type { DueReply, OutboxRow, OutboxStore } from "../../store/messages/outbox.ts";
import type { Store } from "../../store/store.ts";
import type { Outbound } from "../outbound.ts";
import { Outage, type Verdict } from "../../work/decide.ts";
import type { PolicyOverrides } from "../../work/policy.ts";
import { QUIET, runWork } from "../../work/run-work.ts";
import { OPEN_QUARANTINE } from "../../work/testing/open-quarantine.ts";
import { replyWork } from "./reply-work.ts";
import { withRepositories } from "../../store/testing/with-repositories.ts";

const DAY_MS = 24 * 60 * 60_000;

/**
 * A delivery on a database of its own, of which `deliver` decides what becomes of each part.
 * `onRead` is waited for between a look into the outbox and what follows from it.
 */
async function startDelivery(
  deliver: Outbound["deliver"],
  {
    onRead = async () => {},
    isServed = () => true,
    isIdle = false,
    isExclusive = true,
    policies,
  }: {
    readonly onRead?: (rows: readonly OutboxRow[]) => Promise<void>;
    /** Whether a channel is running. */
    readonly isServed?: (channel: string) => boolean;
    /** Whether nothing leaves by itself. */
    readonly isIdle?: boolean;
    /** Whether only this process writes. */
    readonly isExclusive?: boolean;
    readonly policies?: PolicyOverrides;
  } = {},
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
  const due: OutboxStore["due"] = async (...query) => {
    const found = await store.read.outbox.due(...query);
    await onRead(found.due);
    return found;
  };
  const work = replyWork({
    policies,
    ...shared,
    store: {
      ...store,
      isExclusive,
      read: withRepositories(store.read, { outbox: { ...store.read.outbox, due } }),
    },
    wakeup,
    newId: randomUUID,
    localeOf: async () => ({ language: "de", timeZone: "UTC" }),
    push: (channel) => (isServed(channel) ? { show: async () => {}, deliver } : undefined),
  });
  if (isIdle) stop.abort();
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

test("a setting says how long a part waits for a person", async () => {
  await using delivery = await openOutbox(
    () => Promise.reject(new Fault("conflict", "Ann has blocked the agent.")),
    {},
    { policies: { heldReply: { ageLimitMs: 2 * DAY_MS } } },
  );
  await delivery.send();
  delivery.time.now += 2 * DAY_MS;
  await delivery.send();
  expect(await delivery.row()).toMatchObject({ state: "waiting" });
  delivery.time.now += 1;
  await delivery.send();
  expect(await delivery.row()).toMatchObject({
    state: "dead",
    reason: "Ann has blocked the agent. Reeve gave up after 2 days.",
  });
});

test("what waits for a person is given up after 30 days, and what waited behind it as long", async () => {
  await using delivery = await startDelivery(() =>
    Promise.reject(new Fault("conflict", "Ann has blocked the agent.")),
  );
  const { store, time, wakeup, outbox, says } = delivery;
  const parts = async () =>
    (await outbox()).map(({ state, attempts, reason }) => `${state} ${attempts} ${reason}`);
  const next = async () => (await store.read.outbox.due(0, 0)).nextAt ?? 0;
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
  const gone = "dead 0 Ann has blocked the agent. Reeve gave up after 30 days.";
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
  expect(await work.nextDue()).toBe(5000);
  expect(await taken(5000)).toMatchObject([{ id: "o1" }]);
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
  const taken = await work.take({
    now: 0,
    limit: 1,
    running: new Map([[row.id, await dueOf(store, row)]]),
  });
  expect(taken).toMatchObject([{ id: "o2" }]);
  delivery.wakeup.notify();
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
    {
      onRead: async (rows) => {
        if (left.length === 0 || reads > 0) return;
        reads += 1;
        expect(rows).toEqual([]);
        part.resolve();
        await expect.poll(async () => (await delivery.outbox())[0]?.state).toBe("sent");
        await setImmediate();
      },
    },
  );
  await delivery.says("o1", 0);
  await expect.poll(() => left).toEqual(["o1"]);
  await delivery.says("o2", 0);
  await expect.poll(() => left.at(-1)).toBe("o2");
  expect(reads).toBe(1);
  expect(left).toEqual(["o1", "o2"]);
});

test("texts that a platform takes under one receipt are both stored", async () => {
  await using delivery = await startDelivery(async () => "one");
  for (const id of ["o1", "o2"]) await delivery.says(id, 0);
  const states = async () => (await delivery.outbox()).map(({ state }) => state);
  await expect.poll(states).toEqual(["sent", "sent"]);
  expect((await delivery.outbox()).map(({ body }) => body)).toEqual([
    { type: "text", text: "o1" },
    { type: "text", text: "o2" },
  ]);
});

/** Puts a part into the outbox, from which nothing leaves by itself. */
async function openOutbox(
  deliver: Outbound["deliver"],
  own: Partial<Pick<OutboxRow, "id" | "body" | "turn">> = {},
  options: Parameters<typeof startDelivery>[1] = {},
) {
  const delivery = await startDelivery(deliver, { ...options, isIdle: true });
  const { store, work, time } = delivery;
  const { id = "o1" } = own;
  time.now = 1000;
  const part = {
    id,
    chat: toId<"chat">("p1"),
    turn: toId<"turn">("t1"),
    position: 0,
    clientId: "k1",
    body: { type: "text", text: "Hello." },
    nextAt: 5000,
    ...own,
  } as const;
  await store.commit("settle-turn", (tx) => tx.outbox.add([part]));
  time.now = 5000;
  const read = async () => {
    const row = await store.read.outbox.byId(id);
    if (!row) throw new Error(`${id} is not in the outbox`);
    return dueOf(store, row);
  };
  const never = new AbortController().signal;
  return {
    ...delivery,
    row: read,
    send: async (signal = never) => work.run(await read(), signal),
    settle: async (verdict: Partial<Verdict>, error: unknown) =>
      work.settle(await read(), { ...FAILED, ...verdict }, error),
    feed: () => store.read.messages.newest(toId("p1"), 9),
    async seen() {
      const query = { session: toId<"session">("none"), carried: [], among: 9, goesBack: true };
      const { messages } = await store.read.messages.unseen(toId("p1"), query);
      return messages.map(({ text }) => text);
    },
  };
}

const FAILED: Verdict = { state: "failed", attempts: 3, outages: 0, nextAt: 0, reason: "refused" };

async function looksAfterSending(isExclusive: boolean): Promise<boolean> {
  await using delivery = await openOutbox(async () => "r", {}, { isExclusive });
  return (await delivery.send()) !== QUIET;
}

test("after the last part of a chat nobody looks, unless others may have stored one meanwhile", async () => {
  expect(await looksAfterSending(true)).toBe(false);
  expect(await looksAfterSending(false)).toBe(true);
});

test("a part is handed over with its chat, its turn and the language of the chat", async () => {
  const handed: unknown[] = [];
  await using delivery = await openOutbox(async (address, part, { of, answers, ...options }) => {
    const turn = of && [of.turn, await of.answers()];
    handed.push({ externalId: address.externalId, part, turn, answers, ...options });
    return "receipt-1";
  });
  const { signal } = new AbortController();
  await delivery.send(signal);
  expect(handed).toEqual([
    {
      externalId: "p1",
      part: { type: "text", text: "Hello." },
      clientId: "k1",
      signal,
      turn: ["t1", "platform-m1"],
      answers: undefined,
      language: "de",
    },
  ]);
  expect(await delivery.row()).toMatchObject({ state: "sent", receipt: "receipt-1" });
});

test("the answer of a command is handed over with the message that it answers", async () => {
  const handed: unknown[] = [];
  await using delivery = await openOutbox(
    async (_address, _part, { of, answers }) => {
      handed.push({ of, answers });
      return "receipt-1";
    },
    { id: "command:m1:0", turn: null },
  );
  await delivery.send();
  expect(handed).toEqual([{ of: undefined, answers: "platform-m1" }]);
  expect(await delivery.seen()).toEqual([]);
});

test("the answer of a command whose message is gone answers none", async () => {
  const handed: unknown[] = [];
  await using delivery = await openOutbox(
    async (_address, _part, { answers }) => {
      handed.push(answers);
      return "receipt-1";
    },
    { id: "command:m9:0", turn: null },
  );
  await delivery.send();
  expect(handed).toEqual([undefined]);
});

test("a part that has left is in the feed under its receipt, and models see it", async () => {
  await using delivery = await openOutbox(async () => "receipt-1");
  await delivery.send();
  expect(await delivery.feed()).toMatchObject([
    {
      messageId: "receipt-1",
      direction: "out",
      author: "reeve",
      text: "Hello.",
      at: 5000,
      turn: "t1",
    },
  ]);
  expect(await delivery.seen()).toEqual(["Hello."]);
});

test("a question is in the feed with its words", async () => {
  const body = { type: "approval", approval: "a1", question: "Pay Bob?" } as const;
  await using delivery = await openOutbox(async () => "receipt-1", { body });
  await delivery.send();
  expect(await delivery.feed()).toMatchObject([{ text: "Pay Bob?" }]);
  expect(await delivery.seen()).toEqual(["Pay Bob?"]);
});

test("a notice is in the feed, and no model sees it", async () => {
  const body = { type: "notice", code: "failed", text: "It broke." } as const;
  await using delivery = await openOutbox(async () => "receipt-1", { body });
  await delivery.send();
  expect(await delivery.feed()).toMatchObject([{ text: "It broke." }]);
  expect(await delivery.seen()).toEqual([]);
});

test("the outcome of a question is in the feed, and no model sees it", async () => {
  const body = { type: "decision", approval: "a1", text: "Denied by Ann." } as const;
  await using delivery = await openOutbox(async () => "receipt-1", { body });
  await delivery.send();
  expect(await delivery.feed()).toMatchObject([{ text: "Denied by Ann." }]);
  expect(await delivery.seen()).toEqual([]);
});

test.each([
  ["pairing", []],
  [undefined, ["Which?"]],
] as const)(
  "models read the choices of a plan, not of a request for access: %s",
  async (subject, read) => {
    const choice = { type: "choice", about: "a1", text: "Which?", choices: ["one"] } as const;
    const body = subject ? { ...choice, subject } : choice;
    await using delivery = await openOutbox(async () => "receipt-1", { body });
    await delivery.send();
    expect(await delivery.seen()).toEqual(read);
  },
);

test("a part waits while its channel is not running, which is an outage", async () => {
  await using delivery = await openOutbox(
    async () => "receipt-1",
    {},
    { isServed: (channel) => channel !== "cli" },
  );
  await expect(delivery.send()).rejects.toThrow(new Outage("its channel is not running"));
  expect(await delivery.row()).toMatchObject({ state: "waiting", attempts: 0 });
});

test("a part that waits for a person is tried again after an hour, and no attempt is counted", async () => {
  await using delivery = await openOutbox(() =>
    Promise.reject(new Fault("conflict", "Ann has blocked the agent.")),
  );
  await delivery.send();
  expect(await delivery.row()).toMatchObject({
    state: "waiting",
    attempts: 0,
    nextAt: 5000 + 3_600_000,
    heldSince: 5000,
    reason: "Ann has blocked the agent.",
  });
});

test.each([new Fault("unavailable", "down"), new Error("broke")])(
  "another failure is left to the retries: %s",
  async (failure) => {
    await using delivery = await openOutbox(async () => {
      throw failure;
    });
    await expect(delivery.send()).rejects.toBe(failure);
    expect(await delivery.row()).toMatchObject({ state: "waiting", heldSince: null, nextAt: 5000 });
  },
);

test("what the end of the process cuts off does not wait for a person", async () => {
  const error = new Fault("conflict", "cut off");
  await using delivery = await openOutbox(() => Promise.reject(error));
  await expect(delivery.send(AbortSignal.abort())).rejects.toBe(error);
  expect(await delivery.row()).toMatchObject({ heldSince: null, nextAt: 5000 });
});

const unsent = (delivery: { store: Store }) => delivery.store.read.outbox.byId("unsent:o1");

test("a part whose content is refused becomes a dead letter, and its chat gets a notice", async () => {
  await using delivery = await openOutbox(async () => "receipt-1");
  await delivery.settle({}, new Fault("invalid", "Not this."));
  expect(await delivery.row()).toMatchObject({ state: "dead", attempts: 3, reason: "refused" });
  expect(await unsent(delivery)).toMatchObject({ turn: "t1", nextAt: 5000, state: "waiting" });
});

test("a part that is tried again is not told of", async () => {
  await using delivery = await openOutbox(async () => "receipt-1");
  const verdict = { state: "waiting", attempts: 1, outages: 2, nextAt: 9000 } as const;
  await delivery.settle(verdict, new Fault("unavailable", "down"));
  expect(await delivery.row()).toMatchObject(verdict);
  expect(await unsent(delivery)).toBe(undefined);
});

test("a part that waited too long is dead, and its chat is not told of what is over", async () => {
  await using delivery = await openOutbox(async () => "receipt-1");
  await delivery.settle({ state: "expired" }, new Fault("unavailable", "down"));
  expect(await delivery.row()).toMatchObject({ state: "dead" });
  expect(await unsent(delivery)).toBe(undefined);
});

test("a chat that no longer exists gets no notice", async () => {
  await using delivery = await openOutbox(async () => "receipt-1");
  await delivery.settle({}, new Fault("missing", "Ann is gone."));
  expect(await delivery.row()).toMatchObject({ state: "dead" });
  expect(await unsent(delivery)).toBe(undefined);
});

test("a bug is reported like a refusal", async () => {
  await using delivery = await openOutbox(async () => "receipt-1");
  await delivery.settle({}, new Error("broke"));
  expect(await unsent(delivery)).toBeDefined();
});

/** A part with its chat, as it is taken. */
async function dueOf(store: Store, row: OutboxRow): Promise<DueReply> {
  const to = await store.read.chats.byId(row.chat);
  if (!to) throw new Error(`${row.chat} is no chat`);
  return { ...row, to };
}
