import type { CallId } from "../../kernel/ids.ts";
import type { ToolResult } from "../../kernel/transcript.ts";
import type { ReleasedChat } from "../../store/messages/chats.ts";
import type { StoredCall } from "../../store/turns/turns.ts";
import { nextGroup } from "../agent/next-group.ts";
import type {
  UnsettledUsage,
  Expectations,
  TurnLog,
  SettledCall,
  TurnStatus,
} from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { RunningTurns } from "../running-turns.ts";
import { commitWithLease, type LeasedCommit, type LeasedTx } from "./commit-with-lease.ts";
import { endTurn } from "./end-turn.ts";
import { limitContext } from "./budget/limit-context.ts";
import { continueInNewSession, recordExtraUsage } from "./sessions/continue-in-new-session.ts";
import { settleOpenNested } from "./nested-calls.ts";
import { createNestedLog } from "./nested-log.ts";
import { startStep } from "./start-step.ts";
import type { TurnDeps } from "./deps.ts";
import { postSlowModel, waitForModel } from "./wait-for-model.ts";
import { reserveNextStep, reserveOrReject } from "./budget/reserve-step.ts";
import { reserveSpend, settleSpending } from "./budget/reserve-spend.ts";
import { auditCalls } from "./audit-calls.ts";
import { announceResults } from "../approvals/questions/announce.ts";
import { approvalsOfCalls } from "./approvals-of-calls.ts";
import { settledAs, storeResponse } from "./settle-step.ts";

/** The journal over the store. While the process closes nothing more is begun or settled. */
export function createTurnLog(
  deps: TurnDeps,
  running: Pick<RunningTurns, "isClosing" | "released">,
): TurnLog {
  const commit = async (
    point:
      | "mask"
      | "compact"
      | "plan"
      | "settle-think"
      | "start-call"
      | "settle-call"
      | "settle-turn"
      | "wait-for-model",
    turn: OpenTurn,
    work: (leased: LeasedTx) => Promise<TurnStatus>,
    { isRepeatable, events = 0 }: Pick<LeasedCommit<TurnStatus>, "isRepeatable" | "events"> = {},
  ): Promise<TurnStatus> => {
    if (running.isClosing) return { type: "lost" };
    const { lease } = turn;
    const onReleased = (left: ReleasedChat) => running.released(lease.chat, left);
    const leased = { lease, work, isRepeatable, events, onReleased };
    const standing = await commitWithLease(point, leased, deps);
    return standing ?? { type: "lost" };
  };

  /** A commit that starts or changes something: behind a raised fence it ends the turn instead. */
  const commitUnfenced = (
    point: "mask" | "compact" | "plan",
    turn: OpenTurn,
    { work, cost }: { work: (leased: LeasedTx) => Promise<OpenTurn>; cost?: UnsettledUsage },
  ): Promise<TurnStatus> =>
    commit(point, turn, async (leased) => {
      if (leased.chat.fence !== turn.fence) return cancel(leased, turn, { deps, cost });
      return going(await work(leased));
    });

  /** A commit that stores a step. It usually makes one event: the start of a call, or its end. */
  const commitStep = async (
    point: "settle-think" | "settle-call",
    turn: OpenTurn,
    work: (leased: LeasedTx) => Promise<TurnStatus>,
    events = 1,
  ): Promise<TurnStatus> => {
    const status = await commit(point, turn, work, { isRepeatable: onlyReads, events });
    if (status.type === "going") await deps.onProgress?.(turn.id);
    return status;
  };

  return {
    nested: createNestedLog(deps, running),

    settleResponse: (turn, response, results) => {
      const work = async (leased: LeasedTx) => {
        // Behind a raised fence nothing starts: calls that have not run are stored as never run.
        const runs = leased.chat.fence === turn.fence;
        const instead = runs || results ? undefined : ABORTED;
        const settled = await storeResponse(leased, turn, { response, instead, results, deps });
        for (const result of results ?? [])
          await storeByproducts(leased, settled, { result, deps });
        if (!runs) return cancel(leased, settled, { deps });
        return proceed(leased, await progressed(leased, settled), deps);
      };
      return commitStep("settle-think", turn, work, results && 2 * results.length);
    },

    startCalls: (turn, expectations) =>
      commit("start-call", turn, async (leased) => {
        if (leased.chat.fence !== turn.fence) return cancel(leased, turn, { deps });
        const started = await startNext(leased, turn, { expectations, deps });
        // From here on what is started was started by this process.
        return proceed(leased, { ...started, isResumed: false }, deps);
      }),

    async settleCalls(turn, { results, expectations }) {
      const status = await commitStep("settle-call", turn, async (leased) => {
        const settled = await storeResults(leased, turn, { results, deps });
        const ids = new Set(results.map(({ id }) => id));
        const calls = callsOf(settled).filter(({ id }) => ids.has(id));
        await auditCalls(leased, turn, { calls, newId: deps.newId });
        if (leased.chat.fence !== turn.fence) return cancel(leased, settled, { deps });
        const moved = await progressed(leased, settled);
        const next = await startNext(leased, moved, { expectations, deps });
        return proceed(leased, next, deps);
      });
      if (turn.steps.at(-1)?.kind === "decision") deps.outboxWakeup.notify();
      return status;
    },

    mask: (turn, through) =>
      commitUnfenced("mask", turn, {
        work: async (leased) => {
          await leased.tx.sessions.setMask(turn.session, through);
          return turn;
        },
      }),

    compact: (turn, compaction) =>
      commitUnfenced("compact", turn, {
        work: (leased) => continueInNewSession(leased, turn, { compaction, deps }),
        cost: { purpose: "compact", spent: compaction.spent },
      }),

    count: (turn, cost) =>
      commitUnfenced("plan", turn, {
        work: async ({ tx, chat, now }) => {
          const step = Math.max(0, turn.steps.length - 1);
          const { timeZone } = deps.settings;
          await recordExtraUsage(
            tx,
            { turn: turn.id, step, chat: chat.id, ...cost },
            { now, timeZone },
          );
          return turn;
        },
        cost,
      }),

    wait: (turn, outage) =>
      commit("wait-for-model", turn, async (leased) => {
        if (leased.chat.fence !== turn.fence) return cancel(leased, turn, { deps, ...outage });
        return waitForModel(leased, turn, { ...outage, deps });
      }),

    async postSlow(turn, slow) {
      const status = await commit("wait-for-model", turn, async (leased) => {
        if (leased.chat.fence !== turn.fence) return going(turn);
        return going(await postSlowModel(leased, turn, { ...slow, deps }));
      });
      deps.outboxWakeup.notify();
      return status;
    },

    end: (turn, ending) =>
      commit("settle-turn", turn, async (leased) => {
        await endTurn(leased, turn, { ending, deps });
        return { type: "ended" };
      }),
  };
}

const ABORTED: ToolResult = { type: "aborted" };

/** Whether a turn continues and has changed nothing outside so far: its steps can be done again. */
function onlyReads(status: TurnStatus): boolean {
  if (status.type !== "going") return false;
  const calls = status.turn.steps.slice(-2).flatMap((step) => step.calls);
  return calls.every(({ effect }) => effect === "read");
}

function going(turn: OpenTurn): TurnStatus {
  return { type: "going", turn };
}

async function cancel(
  leased: LeasedTx,
  turn: OpenTurn,
  { deps, cost }: { deps: TurnDeps; cost?: UnsettledUsage | undefined },
): Promise<TurnStatus> {
  await endTurn(leased, turn, { ending: { type: "cancelled", cost }, deps });
  return { type: "ended" };
}

/** With calls left the turn acts; without any it thinks again, as far as its budgets go. */
async function proceed(leased: LeasedTx, turn: OpenTurn, deps: TurnDeps): Promise<TurnStatus> {
  const isActing = callsOf(turn).some(({ state }) => state !== "settled");
  const announced = { n: turn.steps.length, setting: await limitContext(leased, deps), deps };
  if (isActing) {
    await reserveNextStep(leased, turn, announced);
    return going(turn);
  }
  if (hasBegun(turn, deps)) {
    await endTurn(leased, turn, { ending: { type: "begun" }, deps });
    return { type: "ended" };
  }
  const able = await reserveOrReject(leased, turn, announced);
  return able ? going(await startStep(leased, able, deps)) : { type: "ended" };
}

/** Whether a proposal that a person allowed goes on by itself from here. */
function hasBegun({ steps }: OpenTurn, { toolbox }: TurnDeps): boolean {
  const step = steps.at(-1);
  if (step?.kind !== "decision") return false;
  return step.calls.every(
    ({ tool, result }) => result?.type === "value" && toolbox.get(tool)?.isProposal === true,
  );
}

/** A settled step proves progress, so a turn that moves on is never given up. */
async function progressed({ tx }: LeasedTx, turn: OpenTurn): Promise<OpenTurn> {
  if (turn.waiting) await tx.modelWaits.remove(turn.id);
  if (turn.failures) {
    await tx.work.remove("turn", turn.id);
    await tx.turns.setAttempts(turn.id, 0);
  }
  return { ...turn, failures: undefined, waiting: undefined };
}

async function startNext(
  leased: LeasedTx,
  turn: OpenTurn,
  { expectations, deps }: { readonly expectations: Expectations; readonly deps: TurnDeps },
): Promise<OpenTurn> {
  const group = nextGroup(callsOf(turn));
  const refused = await reserveSpend(leased, turn, { calls: group, deps });
  if (refused.size > 0) return settleRefused(leased, turn, { refused, deps });
  const starting = new Set(group.map(({ id }) => id));
  for (const id of starting)
    await leased.tx.turns.startCall(id, {
      fence: turn.fence,
      expected: expectations.get(id),
      at: leased.now,
    });
  const calls = callsOf(turn).map((call): StoredCall => {
    if (!starting.has(call.id)) return call;
    const { id, tool: name, args } = call;
    leased.emit({ type: "tool-start", turn: turn.id, call: id, name, args });
    const expected = expectations.get(id);
    return { ...call, state: "started", startedFence: turn.fence, startedAt: leased.now, expected };
  });
  return withCalls(turn, calls);
}

/** Calls that the limits forbid end before they start; the others of the step are started by the next commit. */
async function settleRefused(
  leased: LeasedTx,
  turn: OpenTurn,
  { refused, deps }: { readonly refused: ReadonlyMap<CallId, ToolResult>; readonly deps: TurnDeps },
): Promise<OpenTurn> {
  const results: SettledCall[] = [];
  for (const { id, tool: name, args } of callsOf(turn)) {
    const result = refused.get(id);
    if (!result) continue;
    leased.emit({ type: "tool-start", turn: turn.id, call: id, name, args });
    results.push({ id, result, summary: "the limits forbid it", artifact: undefined });
  }
  const settled = await storeResults(leased, turn, { results, deps });
  const calls = callsOf(settled).filter(({ id }) => refused.has(id));
  await auditCalls(leased, turn, { calls, newId: deps.newId });
  return settled;
}

async function storeResults(
  leased: LeasedTx,
  turn: OpenTurn,
  { results, deps }: { readonly results: readonly SettledCall[]; readonly deps: TurnDeps },
): Promise<OpenTurn> {
  const byId = new Map(results.map((result) => [result.id, result]));
  for (const settled of results) {
    await settleOpenNested(leased, turn, { parent: settled.id, deps });
    await storeResult(leased, turn, settled);
    await storeByproducts(leased, turn, { result: settled, deps });
    const call = callsOf(turn).find(({ id }) => id === settled.id);
    if (call) await settleSpending(leased, turn, { call, result: settled.result, deps });
  }
  const calls = callsOf(turn).map((call): StoredCall => {
    const settled = byId.get(call.id);
    return settled ? settledAs(call, settled) : call;
  });
  await announceResults(leased.tx, approvalsOfCalls(calls.filter(({ id }) => byId.has(id))), {
    ...deps,
    now: leased.now,
  });
  return { ...withCalls(turn, calls), isResumed: false };
}

/** Stores what a result is too long for, and what the call cost. */
async function storeByproducts(
  { tx, chat, now }: LeasedTx,
  turn: OpenTurn,
  { result, deps }: { readonly result: SettledCall; readonly deps: TurnDeps },
): Promise<void> {
  const { id: call, artifact, costs = [] } = result;
  if (artifact) await tx.artifacts.add({ ...artifact, call, chat: chat.id });
  const { timeZone } = deps.settings;
  const request = { turn: turn.id, step: turn.steps.length - 1, chat: chat.id };
  for (const cost of costs) await recordExtraUsage(tx, { ...request, ...cost }, { now, timeZone });
}

async function storeResult(
  { tx, emit: tell }: LeasedTx,
  turn: OpenTurn,
  { id, result, summary, artifact, label }: SettledCall,
): Promise<void> {
  const call = callsOf(turn).find((one) => one.id === id);
  await tx.turns.settleCall(id, { result, artifact: artifact?.id ?? null, label });
  if (call?.origin) {
    const to = result.type === "value" ? "done" : "failed";
    await tx.approvals.move(call.origin, "executing", { to });
  }
  tell({
    type: "tool-end",
    turn: turn.id,
    call: id,
    name: call?.tool ?? "",
    outcome: result.type,
    summary,
  });
}

function callsOf(turn: OpenTurn): readonly StoredCall[] {
  return turn.steps.at(-1)?.calls ?? [];
}

function withCalls(turn: OpenTurn, calls: readonly StoredCall[]): OpenTurn {
  const step = turn.steps.at(-1);
  return step ? { ...turn, steps: turn.steps.with(-1, { ...step, calls }) } : turn;
}
