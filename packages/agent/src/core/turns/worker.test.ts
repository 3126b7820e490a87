import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { toId } from "../../kernel/ids.ts";
import { createWakeup } from "../../kernel/wakeup.ts";
import { silentLog } from "../../platform/log.ts";
import { NO_TRACING } from "../../platform/tracing.ts";
import { newChat, newMessage, newPlan } from "../../store/testing/rows.ts";
import type { Store } from "../../store/store.ts";
import type { Verdict } from "../../work/decide.ts";
import { createRunningTurns } from "../running-turns.ts";
import { isMessage } from "./choose-batch.ts";
import { claim } from "./claim.ts";
import type { TurnDeps } from "./deps.ts";
import { openTurnKit } from "./testing/open-turn-kit.ts";
import { type TurnWork, turnWork } from "./worker.ts";
import { withRepositories } from "../../store/testing/with-repositories.ts";

const p1 = toId<"chat">("p1");

const waiting: Verdict = {
  state: "waiting",
  attempts: 1,
  outages: 0,
  nextAt: 9000,
  reason: "internal error",
};
const givenUp: Verdict = { ...waiting, state: "failed", attempts: 3 };

/** Opens the worker of the chat `p1`, and counts how often the delivery of replies is told. */
async function openWorker(own: Partial<TurnDeps> = {}) {
  await using stack = new AsyncDisposableStack();
  const kit = stack.use(await openTurnKit());
  const running = createRunningTurns();
  const outbox = { rings: 0 };
  const told = { ends: 0, copies: [] as string[], logged: [] as string[] };
  const broken = { nextDue: false };
  const { chats } = kit.store.read;
  const nextDue = async () => {
    if (broken.nextDue) throw new Error("broken on purpose");
    return chats.nextDue();
  };
  const read = withRepositories(kit.store.read, { chats: { ...chats, nextDue } });
  const store: Store = Object.create(kit.store, { read: { value: read } });
  const work = turnWork({
    turns: { ...kit.deps, store, endedWakeup: { notify: () => void (told.ends += 1) }, ...own },
    agentOf: () => kit.agent(),
    running,
    wakeup: createWakeup(),
    outboxWakeup: { ...createWakeup(), notify: () => void (outbox.rings += 1) },
    log: { ...silentLog, error: (sentence) => void told.logged.push(sentence) },
    tracing: NO_TRACING,
    owner: "one",
    concurrency: 1,
    start: async () => {},
    saveCopy: async (turn) => void told.copies.push(turn),
    show: () => {},
  });
  await kit.accept("m1");
  const owned = stack.move();
  return {
    ...kit,
    running,
    outbox,
    told,
    work,
    broken,
    take: (hasEnded = false) =>
      work.take({ now: kit.time.now, limit: 1, running: new Map(), hasEnded }),
    /** Accepts a message and claims its chat in one commit. */
    async acceptAndClaim(id: string) {
      const opened = await kit.store.commit("accept", async (tx) => {
        await tx.inbox.add(newMessage(id));
        const message = await tx.inbox.byId(toId(id));
        const claimed = await work.claims.claim(tx, p1, 0);
        return message && claimed?.open(message, []);
      });
      if (!opened) throw new Error("the chat was not claimed");
      opened.handOver();
    },
    async giveBackTurn(verdict: Verdict) {
      const turn = await kit.claim();
      await work.settle({ type: "turn", turn, id: p1 }, verdict, new Error("a bug"));
      return turn;
    },
    /** Gives back the chat while files of `m1` are read; before that, `meanwhile` happens. */
    async giveBackFiles(verdict: Verdict, meanwhile: () => Promise<unknown> = async () => {}) {
      const [chat, row] = await Promise.all([
        kit.store.commit("claim", (tx) =>
          tx.chats.claim({ owner: "one", now: kit.time.now, leaseUntil: 99_999 }),
        ),
        kit.store.read.inbox.byId(toId("m1")),
      ]);
      if (!chat || !row || !isMessage(row)) throw new Error("there is nothing to read");
      await meanwhile();
      const lease = { chat: chat.id, owner: "one", epoch: chat.epoch };
      const messages = [{ row, unread: [] }];
      await work.settle(
        { type: "understand", chat, lease, messages, id: p1 },
        verdict,
        new Error("a bug"),
      );
    },
    message: () => kit.store.read.inbox.byId(toId("m1")),
    nextDue: () => kit.store.read.chats.nextDue(),
    row: (kind: string, id: string) => kit.store.read.work.byId(kind, id),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function itemsOf(taken: ReturnType<TurnWork["take"]>) {
  const items = await taken;
  return items === "again" ? [] : items;
}

test("the first progress of a plan leaves while its step runs", async () => {
  await using worker = await openWorker();
  await itemsOf(worker.take());
  expect(worker.outbox.rings).toBe(0);
  const chat = toId<"chat">("p2");
  const [step] = newPlan("plan").steps;
  if (!step) throw new Error("the plan has no step");
  await worker.store.commit("start-plan", async (tx) => {
    await tx.chats.add(newChat("p2"));
    await tx.plans.add(newPlan("plan", { chat, steps: [{ ...step, attempts: 1 }] }));
  });
  const body = { kind: "plan-step", plan: toId<"plan">("plan"), step: 0, attempt: 1 } as const;
  const said = { text: "Look", name: "Ann", role: "owner" } as const;
  await worker.accept("m2", { chat, body: { ...body, ...said } });
  const [item] = await itemsOf(worker.take());
  expect(item).toMatchObject({ type: "turn", turn: { planStep: { plan: "plan" } } });
  expect(worker.outbox.rings).toBe(1);
});

test("a turn that failed waits for its next attempt, and nobody is told", async () => {
  await using worker = await openWorker();
  const { id } = await worker.giveBackTurn(waiting);
  expect(await worker.nextDue()).toBe(9000);
  expect(await worker.row("turn", id)).toMatchObject({ attempts: 1, state: "waiting" });
  expect(await worker.message()).toMatchObject({ state: "taken" });
  expect(worker.outbox.rings).toBe(0);
});

test("a turn that is given up is ended by the next claim, at once", async () => {
  await using worker = await openWorker();
  const { id } = await worker.giveBackTurn(givenUp);
  expect(await worker.nextDue()).toBe(worker.time.now);
  expect(worker.outbox.rings).toBe(1);
  expect(await claim("one", worker.deps)).toEqual({ type: "cleared", ended: id });
  expect(await worker.message()).toMatchObject({
    state: "failed",
    reason: "given up after 3 attempts",
  });
  expect(await worker.row("turn", id)).toBe(undefined);
});

test("a chat that was claimed at intake is not lost while the store cannot be read", async () => {
  await using worker = await openWorker();
  const [item] = await itemsOf(worker.take());
  if (!item) throw new Error("nothing was claimed");
  await worker.work.run(item, new AbortController().signal);
  await worker.acceptAndClaim("m2");
  worker.broken.nextDue = true;
  await expect(worker.take(true)).rejects.toThrow("broken on purpose");
  worker.broken.nextDue = false;
  const [again] = await itemsOf(worker.take(true));
  expect(again).toMatchObject({ id: p1, type: "turn" });
});

test("a claim at intake takes room from the moment it is made, until its commit is over", async () => {
  await using worker = await openWorker();
  await worker.store.commit("accept", (tx) => tx.chats.add(newChat("p2")));
  const claimIdle = (chat: string) =>
    worker.store.commit("accept", (tx) => worker.work.claims.claim(tx, toId(chat), 0));
  expect(await claimIdle("p2")).toBe(undefined);
  const [item] = await itemsOf(worker.take());
  if (!item) throw new Error("nothing was claimed");
  await worker.work.run(item, new AbortController().signal);
  const first = await claimIdle("p1");
  expect(await claimIdle("p2")).toBe(undefined);
  first?.[Symbol.dispose]();
  expect(await claimIdle("p2")).toMatchObject({ hasPostponed: false });
});

test("a process that ends gives nothing back: the next one resumes its turns", async () => {
  await using worker = await openWorker();
  worker.running.close();
  const { id } = await worker.giveBackTurn(givenUp);
  expect(await worker.row("turn", id)).toBe(undefined);
  expect(worker.outbox.rings).toBe(0);
});

test("files that could not be read wait for their next attempt", async () => {
  await using worker = await openWorker();
  await worker.giveBackFiles(waiting);
  expect(await worker.nextDue()).toBe(9000);
  expect(await worker.row("attachments", p1)).toMatchObject({ attempts: 1 });
  expect(await worker.message()).toMatchObject({ state: "queued" });
  expect(worker.outbox.rings).toBe(0);
});

test("messages whose files are given up fail, and their sender is told", async () => {
  await using worker = await openWorker();
  await worker.giveBackFiles(waiting);
  worker.time.now = 9000;
  await worker.accept("m2");
  await worker.giveBackFiles(givenUp);
  expect(await worker.row("attachments", p1)).toBe(undefined);
  expect(await worker.message()).toMatchObject({
    state: "failed",
    reason: "given up after 3 attempts",
  });
  expect(await worker.store.read.inbox.byId(toId("m2"))).toMatchObject({ state: "queued" });
  expect(await worker.store.read.events.since(p1, 0, 9)).toMatchObject([
    { type: "said", cause: "notice", about: "m1", reply: [{ type: "notice", code: "failed" }] },
  ]);
  expect(worker.outbox.rings).toBe(1);
});

test("a message that was stopped while its files were read stays stopped", async () => {
  await using worker = await openWorker();
  await worker.giveBackFiles(givenUp, () =>
    worker.store.commit("stop", (tx) => tx.inbox.end([toId("m1")], "withdrawn", "stopped")),
  );
  expect(await worker.message()).toMatchObject({ state: "withdrawn", reason: "stopped" });
});

test("a turn that a claim ended is copied, and those who wait for its end are told", async () => {
  await using worker = await openWorker();
  const { id } = await worker.giveBackTurn(givenUp);
  expect(await worker.take()).toBe("again");
  expect(worker.told).toEqual({ ends: 1, copies: [id], logged: [] });
  expect(worker.outbox.rings).toBe(2);
  expect(await worker.take()).toEqual([]);
});

test("a chat that is due is claimed with its turn, and one that is not is left alone", async () => {
  await using worker = await openWorker();
  worker.time.now -= 1;
  expect(await worker.take()).toEqual([]);
  worker.time.now += 1;
  expect(await worker.take()).toMatchObject([{ type: "turn", id: p1, turn: { openedBy: "m1" } }]);
  expect(worker.outbox.rings).toBe(0);
});

test("a chat that cannot be claimed rests, and the bug is logged", async () => {
  await using worker = await openWorker({
    agents: {
      all: [],
      get: () => {
        throw new Error("a bug");
      },
      answering: () => {
        throw new Error("a bug");
      },
    },
  });
  expect(await worker.take()).toBe("again");
  expect(worker.told.logged).toEqual(["failed to claim a chat"]);
  expect(await worker.row("claim", p1)).toMatchObject({ attempts: 1, state: "waiting" });
  expect(await worker.nextDue()).toBeGreaterThan(worker.time.now);
  expect(worker.outbox.rings).toBe(1);
});

test("a fault of a turn is a bug, whose words may name internals", async () => {
  await using worker = await openWorker();
  const fault = new Fault("missing", "There is no file /etc/secret.");
  expect(worker.work.failureOf?.(fault)).toEqual({ type: "error", reason: "internal error" });
  expect(worker.work.failureOf?.(new TypeError("x"))).toEqual({
    type: "error",
    reason: "internal error",
  });
});

test("work is named by its turn, or by its chat while files are read", async () => {
  await using worker = await openWorker();
  const [item] = await worker.take();
  if (typeof item === "string" || item?.type !== "turn") throw new Error("no turn is due");
  const { turn } = item;
  expect(worker.work.subjectOf?.(item)).toEqual({ kind: "turn", id: turn.id });
  expect(worker.work.describe?.(item)).toEqual({ turn: turn.id, trace: "m1" });
  const { chat, lease } = turn;
  const reading = { type: "understand", chat, lease, messages: [], id: chat.id } as const;
  expect(worker.work.subjectOf?.(reading)).toEqual({ kind: "attachments", id: p1 });
  expect(worker.work.describe?.(reading)).toEqual({ chat: p1, reads: "attachments" });
});
