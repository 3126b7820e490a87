import { noFlow } from "../../testing/no-flow.ts";
import { wait } from "../../../kernel/wait.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Tool } from "@reeve/sdk";
import { z } from "zod";
import { type ApprovalId, toId } from "../../../kernel/ids.ts";
import { digestOf } from "../../../kernel/text/json.ts";
import { createWakeup } from "../../../kernel/wakeup.ts";
import { type ScriptOptions, scriptedModel } from "../../../llm/testing/scripted-model.ts";
import { openTestSqlite } from "../../../store/sqlite/testing/open-test-sqlite.ts";
import { addChat, ann, newMessage } from "../../../store/testing/rows.ts";
import type { NewInboxRow } from "../../../store/messages/inbox.ts";
import { createToolbox, effectAndReplay } from "../../../tools/toolbox.ts";
import { silentLog } from "../../../platform/log.ts";
import { NO_TRACING } from "../../../platform/tracing.ts";
import type { AgentDeps } from "../../agent/deps.ts";
import { type AgentBudgets, createAgents, mainAgent } from "../../agents.ts";
import { decide, type DecideDeps } from "../../approvals/questions/decide.ts";
import { contextConfig } from "../../config.ts";
import { gather } from "../../context/gather.ts";
import { createPastTurns } from "../../context/history/past-turns.ts";
import { NO_FILES } from "../../context/system-prompt.ts";
import { createEvents } from "../../events/events.ts";
import type { Decision } from "../../inbox.ts";
import { createLocaleOf } from "../../locale.ts";
import type { OpenTurn } from "../../open-turn.ts";
import { createRunningTurns } from "../../running-turns.ts";
import type {
  GatedCall,
  GateVerdict,
  SettledCall,
  SettledResponse,
  TurnStatus,
} from "../../turn-log.ts";
import { claim } from "../claim.ts";
import { commitWithLease, type LeasedTx } from "../commit-with-lease.ts";
import { createTurnLog } from "../create-turn-log.ts";
import type { TurnDeps, TurnSettings } from "../deps.ts";

interface KitOptions extends Pick<ScriptOptions, "price"> {
  readonly tools?: readonly Tool[];
  readonly settings?: Partial<TurnSettings>;
  readonly budgets?: AgentBudgets;
}

const usage = { inputTokens: 1, cachedTokens: 2, outputTokens: 3 };

const p1 = toId<"chat">("p1");

/** Opens the chat `p1` of Ann and Bob in a store of its own, and all that its turns run on. */
export async function openTurnKit({ tools = [], settings, budgets, price }: KitOptions = {}) {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-turns-"));
  stack.defer(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "reeve.db");
  const store = stack.use(await openTestSqlite(file, { synchronous: "normal" }));
  const time = { now: 1000 };
  let ids = 0;
  const main = mainAgent({ model: scriptedModel([], { price }) });
  const deps: TurnDeps & DecideDeps = {
    store,
    events: createEvents(store),
    toolbox: createToolbox(tools, {}),
    agents: createAgents({ ...main, ...(budgets && { budgets }) }),
    clock: { now: () => time.now },
    newId: () => `id-${++ids}`,
    settings: { approvalMs: 60_000, timeZone: "UTC", ...settings },
    endedWakeup: createWakeup(),
    turnEndedWakeup: createWakeup(),
    outboxWakeup: createWakeup(),
    wakeup: createWakeup(),
    isPush: () => true,
    random: () => 0,
    localeOf: createLocaleOf({ timeZone: "UTC" }),
  };
  const log = createTurnLog(deps, createRunningTurns());
  await addChat(store);
  const owned = stack.move();

  const kit = {
    store,
    time,
    deps,
    log,

    async accept(id: string, change: Partial<NewInboxRow> = {}): Promise<void> {
      await store.commit("accept", async (tx) => {
        await tx.inbox.add(newMessage(id, change));
        await tx.chats.enqueue(change.chat ?? p1, { now: time.now, interrupt: false });
      });
    },

    /** The turn that a worker claims next. */
    async claim(own: Partial<TurnDeps> = {}): Promise<OpenTurn> {
      const claimed = await claim("one", { ...deps, ...own });
      if (claimed.type !== "turn") throw new Error(`no turn was claimed: ${claimed.type}`);
      return claimed.turn;
    },

    /** A turn as a process leaves it that dies, claimed by the next one. */
    async crash(): Promise<OpenTurn> {
      await store.commit("recover", (tx) => tx.chats.voidLeases());
      return kit.claim();
    },

    /** The turn with a thought that asked for calls. */
    async think(turn: OpenTurn, calls: readonly GatedCall[]): Promise<OpenTurn> {
      return openOf(await log.settleResponse(turn, thoughtOf(calls)));
    },

    async settle(turn: OpenTurn, results: readonly SettledCall[]): Promise<OpenTurn> {
      return openOf(await log.settleCalls(turn, { results, expectations: new Map() }));
    },

    async answer(turn: OpenTurn, text = "Hello."): Promise<void> {
      await log.end(turn, { type: "answered", text, usage, model: "test/model" });
    },

    /** Commits on behalf of the worker that holds a turn. */
    async commit<Result>(
      turn: OpenTurn,
      work: (leased: LeasedTx) => Promise<Result>,
    ): Promise<Result> {
      const results: Result[] = [];
      const keep = async (leased: LeasedTx) => void results.push(await work(leased));
      await commitWithLease("settle-call", { lease: turn.lease, work: keep }, deps);
      const [result] = results;
      if (result === undefined) throw new Error("the lease was lost");
      return result;
    },

    /** Has a turn ask a person about a call, and ends it. */
    async ask(id: string, name: string, args: unknown): Promise<ApprovalId> {
      const effect = effectAndReplay(deps.toolbox.get(name), args);
      const verdict = { type: "ask", question: `${name}?` } as const;
      await kit.answer(
        await kit.think(await kit.claim(), [gated(id, { name, args, ...effect, verdict })]),
      );
      const [approval] = await store.read.approvals.ofCalls([toId(id)]);
      if (!approval) throw new Error(`nobody was asked about ${id}`);
      return approval.id;
    },

    decide: (approval: ApprovalId, change: Partial<Decision> = {}) =>
      decide({ approval, verdict: "allow", by: ann, ...change }, deps),

    /** Deps of thinking and acting in the chat's turns. */
    agent: (own: Partial<AgentDeps> = {}): AgentDeps => ({
      model: main.model,
      toolbox: deps.toolbox,
      rules: undefined,
      tracing: NO_TRACING,
      journal: log,
      health: {
        record: async () => {},
        replaced: async () => {},
        load: ignore,
        list: () => [],
      },
      pause: wait,
      newId: deps.newId,
      log: silentLog,
      limits: { timeoutMs: 1000, maxResultChars: 1000 },
      context: contextConfig.parse({}),
      utility: undefined,
      gather: (turn) =>
        gather(turn, {
          store,
          model: main.model,
          past: createPastTurns(store.read),
          toolbox: deps.toolbox,
          ownerName: "Ann",
          rules: undefined,
          character: undefined,
          timeZone: "UTC",
          promptFiles: async () => NO_FILES,
          overrides: async () => [],
          frozen: (offer) => offer,
          listed: () => [],
        }),
      recallFor: async () => ({ text: "", refs: [], labels: [], lineLabels: [] }),
      enrich: async () => null,
      images: async () => new Map(),
      deferred: () => [],
      saveSummary: async () => {},
      policies: async () => [],
      grants: ({ chat }) => store.read.approvals.grants(chat.id, time.now),
      planRequest: async () => undefined,
      planGrant: async () => undefined,
      flow: noFlow,
      question: () => undefined,
      spendDenial: async () => undefined,
      overrides: async () => [],
      roleNow: async ({ role }) => role,
      isStopped: async ({ chat, fence }) => (await store.read.chats.byId(chat.id))?.fence !== fence,
      emitDelta: ignore,
      ...own,
    }),

    stop: () =>
      store.commit("stop", async (tx) => {
        await tx.turns.cancelRunning(p1, "stopped");
        await tx.chats.raiseFence(p1);
      }),

    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
  return kit;
}

function ignore(): void {}

/** A call as the gate let it through, but for what `own` says. */
export function gated(id: string, own: Partial<GatedCall> = {}): GatedCall {
  const args = own.args ?? { id };
  const verdict: GateVerdict = { type: "allow" };
  return {
    id: toId(id),
    name: "look",
    via: null,
    args,
    argsHash: digestOf(args),
    effect: "read",
    replay: "unknown",
    verdict,
    expected: undefined,
    ...own,
  };
}

/** A thought that made calls. */
export function thoughtOf(calls: readonly GatedCall[]): SettledResponse {
  return { text: "Let me see.", usage, model: "test/model", calls };
}

/** A call that came to a text. */
export function settledAs(id: string, result: SettledCall["result"]): SettledCall {
  return { id: toId(id), result, summary: result.type, artifact: undefined };
}

function openOf(status: TurnStatus): OpenTurn {
  if (status.type !== "going") throw new Error(`the turn is ${status.type}`);
  return status.turn;
}

/** A tool that pays somebody in TON, but for what `own` says. */
export function toolThat(own: Partial<Tool> = {}): Tool {
  return {
    name: "ton_send",
    summary: "Sends.",
    effect: "pay",
    scope: "always",
    access: "anyone",
    needs: [],
    params: z.looseObject({}),
    run: async () => "sent",
    ...own,
  };
}
