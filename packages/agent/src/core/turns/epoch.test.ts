import { noFlow } from "../testing/no-flow.ts";
import { wait } from "../../kernel/wait.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createWakeup } from "../../kernel/wakeup.ts";
import { toId } from "../../kernel/ids.ts";
import { scriptedModel } from "../../llm/testing/scripted-model.ts";
import type { Log } from "../../platform/log.ts";
import { NO_TRACING } from "../../platform/tracing.ts";
import { openTestSqlite } from "../../store/sqlite/testing/open-test-sqlite.ts";
import { dumpTables } from "../../store/sqlite/testing/dump-tables.ts";
import type { Store } from "../../store/store.ts";
import { addChat, newMessage } from "../../store/testing/rows.ts";
import { createToolbox } from "../../tools/toolbox.ts";
import { createAgents, mainAgent } from "../agents.ts";
import type { AttachmentReader } from "../attachments.ts";
import { contextConfig } from "../config.ts";
import { createEvents } from "../events/events.ts";
import { createLocaleOf } from "../locale.ts";
import type { GatedCall, GateVerdict, TurnLog, SettledResponse, TurnStatus } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import { createRunningTurns } from "../running-turns.ts";
import { claim } from "./claim.ts";
import { createTurnLog } from "./create-turn-log.ts";
import type { TurnDeps } from "./deps.ts";
import { readAttachments } from "./attachments/read-attachments.ts";
import { runWork } from "../../work/run-work.ts";
import { OPEN_QUARANTINE } from "../../work/testing/open-quarantine.ts";
import { turnWork, type WorkerDeps } from "./worker.ts";

const p1 = toId<"chat">("p1");
const usage = { inputTokens: 1, cachedTokens: 2, outputTokens: 3 };
const none = new Map();

let folder: string;
let file: string;
let store: Store;
let deps: TurnDeps;
let journal: TurnLog;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-epoch-"));
  file = path.join(folder, "reeve.db");
  store = await openTestSqlite(file, { synchronous: "normal" });
  let ids = 0;
  deps = {
    store,
    events: createEvents(store),
    toolbox: createToolbox([], {}),
    agents: createAgents(mainAgent({ model: scriptedModel([]), utility: undefined })),
    clock: { now: () => 1000 },
    newId: () => `id-${++ids}`,
    settings: { approvalMs: 60_000, timeZone: "UTC" },
    endedWakeup: createWakeup(),
    turnEndedWakeup: createWakeup(),
    outboxWakeup: createWakeup(),
    isPush: () => true,
    random: () => 0,
    localeOf: createLocaleOf({ timeZone: "UTC" }),
  };
  journal = createTurnLog(deps, createRunningTurns());
  await addChat(store);
  await accept("m1");
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function accept(id: string): Promise<void> {
  await store.commit("accept", async (tx) => {
    await tx.inbox.add(newMessage(id));
    await tx.chats.enqueue(p1, { now: 1, interrupt: false });
  });
}

/** A turn whose first thought is under way. */
async function thinking(): Promise<OpenTurn> {
  const claimed = await claim("one", deps);
  if (claimed.type !== "turn") throw new Error("no turn was claimed");
  return claimed.turn;
}

/** A turn with one call that runs, one that is planned and one that waits for a person. */
async function acting(): Promise<OpenTurn> {
  const standing = await journal.settleResponse(await thinking(), thought);
  if (standing.type !== "going") throw new Error(`the turn is ${standing.type}`);
  return standing.turn;
}

function gated(id: string, effect: "read" | "write" | "pay", verdict: GateVerdict): GatedCall {
  return {
    id: toId(id),
    name: `tool_${id}`,
    via: null,
    args: { id },
    argsHash: id,
    effect,
    replay: "unknown",
    verdict,
    expected: undefined,
  };
}

const thought: SettledResponse = {
  text: "Let me see.",
  usage,
  model: "test/model",
  calls: [
    gated("c1", "read", { type: "allow" }),
    gated("c2", "write", { type: "allow" }),
    gated("c3", "pay", { type: "ask", question: "Pay?" }),
  ],
};

const results = [
  {
    id: toId<"call">("c1"),
    result: { type: "value", text: "found" },
    summary: "found",
    artifact: { id: toId<"artifact">("art1"), content: "all of it" },
  },
] as const;

const compaction = { summary: "Ann plans.", carried: [], by: "model", spent: [] } as const;

interface Write {
  readonly name: string;
  readonly open: () => Promise<OpenTurn>;
  readonly write: (turn: OpenTurn) => Promise<TurnStatus>;
}

const writes: readonly Write[] = [
  {
    name: "settleThought",
    open: thinking,
    write: (turn) => journal.settleResponse(turn, thought),
  },
  { name: "startCalls", open: acting, write: (turn) => journal.startCalls(turn, none) },
  {
    name: "settleCalls",
    open: acting,
    write: (turn) => journal.settleCalls(turn, { results, expectations: none }),
  },
  {
    name: "mask",
    open: thinking,
    write: (turn) => journal.mask(turn, turn.id),
  },
  {
    name: "count",
    open: thinking,
    write: (turn) =>
      journal.count(turn, { purpose: "plan", spent: [{ model: "test/small", usage }] }),
  },
  {
    name: "compact",
    open: thinking,
    write: (turn) => journal.compact(turn, compaction),
  },
  {
    name: "end, answered",
    open: thinking,
    write: (turn) =>
      journal.end(turn, { type: "answered", text: "Hello.", usage, model: "test/model" }),
  },
  {
    name: "end, asked",
    open: thinking,
    write: (turn) => journal.end(turn, { type: "asked", tool: "dig", response: thought }),
  },
  {
    name: "end, failed",
    open: acting,
    write: (turn) => journal.end(turn, { type: "failed", incident: "i1", reason: "broke" }),
  },
  {
    name: "end, cancelled",
    open: acting,
    write: (turn) => journal.end(turn, { type: "cancelled" }),
  },
];

const fences = [
  { fence: "as it was", stop: async () => {} },
  {
    fence: "raised",
    stop: () =>
      store.commit("stop", async (tx) => {
        await tx.turns.cancelRunning(p1, "stopped");
        await tx.chats.raiseFence(p1);
      }),
  },
] as const;

describe.each(fences)("with the fence $fence", ({ stop }) => {
  test.each(writes)("a late worker's $name changes no row", async ({ open, write }) => {
    const turn = await open();
    await accept("m2");
    await stop();
    const late = { ...turn, lease: { ...turn.lease, epoch: turn.lease.epoch - 1 } };
    const before = dumpTables(file);

    expect(await write(late)).toEqual({ type: "lost" });

    expect(dumpTables(file)).toEqual(before);
    // The same write under the lease that holds does change rows, so that the test can fail.
    expect((await write(turn)).type).not.toBe("lost");
    expect(dumpTables(file)).not.toEqual(before);
  });

  test.each(writes)("$name of a worker whose chat was taken over changes no row", async (one) => {
    const turn = await one.open();
    await stop();
    await takeOver();
    const before = dumpTables(file);

    expect(await one.write(turn)).toEqual({ type: "lost" });

    expect(dumpTables(file)).toEqual(before);
  });
});

test("a late worker that has listened to a message changes no row", async () => {
  const listening = createUnderstanding("Hello.");
  const reading = { ...deps, understanding: listening };
  const media = [{ kind: "voice", file: { ref: "f1" } }];
  await store.commit("accept", (tx) =>
    tx.inbox.setBody(toId("m1"), {
      kind: "message",
      text: "",
      name: "Ann",
      role: "owner",
      sentAt: 5,
      media,
    }),
  );
  const claimed = await claim("one", reading);
  if (claimed.type !== "understand") throw new Error("nothing is to be understood");
  const work = {
    turns: reading,
    attachments: {
      understanding: listening,
      files: () => ({ fetch: async () => new Uint8Array() }),
    },
    running: createRunningTurns(),
    log: { error() {} },
  };
  const { signal } = new AbortController();
  const late = { ...claimed, lease: { ...claimed.lease, epoch: claimed.lease.epoch - 1 } };
  const before = dumpTables(file);

  await readAttachments(late, work, signal);
  expect(dumpTables(file)).toEqual(before);
  await readAttachments(claimed, work, signal);
  expect(dumpTables(file)).not.toEqual(before);
});

function createUnderstanding(text: string): AttachmentReader {
  return {
    canDescribeImages: false,
    findDenial: () => undefined,
    maxBytes: () => 10,
    read: async () => ({ as: "said", text }),
  };
}

test("a summary that a stop overtakes is thrown away, and what it cost is not", async () => {
  const turn = await thinking();
  await fences[1].stop();

  const spent = [{ model: "test/small", usage }];
  expect(await journal.compact(turn, { ...compaction, spent })).toEqual({ type: "ended" });

  const [cost, ...others] = await store.read.usage.ofTurn(turn.id);
  expect([cost?.model, cost?.purpose, cost?.outputTokens]).toEqual(["test/small", "compact", 3]);
  expect(others).toEqual([]);
  expect(await store.read.sessions.list(9)).toHaveLength(1);
});

test("a late worker whose turn broke does not give the chat back that another holds", async () => {
  const held = await breakInWorker(takeOver);
  expect(dumpTables(file)).toEqual(held);
  expect((await store.read.chats.byId(p1))?.leaseOwner).toBe("other");
});

test("a worker whose turn broke gives its own chat back", async () => {
  const held = await breakInWorker(async () => {});
  expect(dumpTables(file)).not.toEqual(held);
  expect((await store.read.chats.byId(p1))?.leaseOwner).toBe(null);
});

const ignore = () => {};
const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: () => log };

async function takeOver(): Promise<void> {
  await store.commit("recover", (tx) => tx.chats.voidLeases());
  await store.commit("claim", (tx) =>
    tx.chats.claim({ owner: "other", now: 1000, leaseUntil: 900_000 }),
  );
}

/** Runs a worker whose turn breaks after `meanwhile`; answers with the rows as they were then. */
async function breakInWorker(meanwhile: () => Promise<void>) {
  const stopping = new AbortController();
  const failed = Promise.withResolvers<void>();
  let held: ReturnType<typeof dumpTables> = {};
  const worker: WorkerDeps = {
    turns: deps,
    running: createRunningTurns(),
    wakeup: createWakeup(),
    outboxWakeup: createWakeup(),
    log,
    tracing: NO_TRACING,
    owner: "one",
    concurrency: 1,
    show: ignore,
    saveCopy: async () => {},
    start: async () => {},
    agentOf: () => ({
      model: scriptedModel([]),
      toolbox: deps.toolbox,
      rules: undefined,
      tracing: NO_TRACING,
      journal,
      health: {
        record: async () => {},
        replaced: async () => {},
        load: ignore,
        list: () => [],
      },
      pause: wait,
      newId: deps.newId,
      log,
      limits: { timeoutMs: 1000, maxResultChars: 1000 },
      context: contextConfig.parse({}),
      utility: undefined,
      async gather() {
        await meanwhile();
        held = dumpTables(file);
        throw new Error("the turn broke");
      },
      recallFor: async () => ({ text: "", refs: [], labels: [], lineLabels: [] }),
      enrich: async () => null,
      images: async () => new Map(),
      deferred: () => [],
      array: () => [],
      saveSummary: async () => {},
      policies: async () => [],
      grants: async () => [],
      planRequest: async () => undefined,
      planGrant: async () => undefined,
      flow: noFlow,
      question: () => undefined,
      spendDenial: async () => undefined,
      overrides: async () => [],
      roleNow: async ({ role }) => role,
      isStopped: async () => false,
      emitDelta: ignore,
    }),
  };
  // Logged when the turn is over, and the chat given back.
  const runnerLog = { ...log, warn: () => failed.resolve() };
  const runner = { ...deps, log: runnerLog, quarantine: OPEN_QUARANTINE };
  const working = runWork(turnWork(worker), runner, stopping.signal);
  await failed.promise;
  stopping.abort();
  await working;
  return held;
}
