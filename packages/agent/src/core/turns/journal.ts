import type { CallId } from "../../kernel/ids.ts";
import type { ToolResult } from "../../kernel/transcript.ts";
import type { StoredCall } from "../../store/turns.ts";
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
import { commitHeld, type Held } from "./commit-held.ts";
import { endTurn } from "./end-turn.ts";
import { ledgerSetting } from "./limit-context.ts";
import { continueInNewSession, recordExtraUsage } from "./continue-in-new-session.ts";
import { startStep } from "./start-step.ts";
import type { TurnDeps } from "./deps.ts";
import { reserveNextStep, reserveOrReject } from "./reserve-step.ts";
import { refuseSpending, settleSpending } from "./reserve-spend.ts";
import { recordCalls } from "./audit-calls.ts";
import { storeThought } from "./settle-step.ts";

/** The journal over the store. While the process closes nothing more is begun or settled. */
export function createJournal(deps: TurnDeps, running: Pick<RunningTurns, "isClosing">): TurnLog {
  const commit = async (
    point:
      | "mask"
      | "compact"
      | "plan"
      | "settle-think"
      | "start-call"
      | "settle-call"
      | "settle-turn",
    turn: OpenTurn,
    work: (held: Held) => Promise<TurnStatus>,
  ): Promise<TurnStatus> => {
    if (running.isClosing) return { type: "lost" };
    const standing = await commitHeld(point, { lease: turn.lease, work }, deps);
    return standing ?? { type: "lost" };
  };

  /** A commit that starts or changes something: behind a raised fence it ends the turn instead. */
  const commitUnfenced = (
    point: "mask" | "compact" | "plan",
    turn: OpenTurn,
    { work, cost }: { work: (held: Held) => Promise<OpenTurn>; cost?: UnsettledUsage },
  ): Promise<TurnStatus> =>
    commit(point, turn, async (held) => {
      if (held.chat.fence !== turn.fence) return cancel(held, turn, { deps, cost });
      return going(await work(held));
    });

  return {
    settleResponse: (turn, thought) =>
      commit("settle-think", turn, async (held) => {
        // Behind a raised fence nothing starts: the calls are stored as never run.
        const runs = held.chat.fence === turn.fence;
        const instead = runs ? undefined : ABORTED;
        const settled = await storeThought(held, turn, { thought, instead, deps });
        if (!runs) return cancel(held, settled, { deps });
        return proceed(held, await progressed(held, settled), deps);
      }),

    startCalls: (turn, expectations) =>
      commit("start-call", turn, async (held) => {
        if (held.chat.fence !== turn.fence) return cancel(held, turn, { deps });
        const started = await startNext(held, turn, { expectations, deps });
        // From here on what is started was started by this process.
        return proceed(held, { ...started, isResumed: false }, deps);
      }),

    settleCalls: (turn, { results, expectations }) =>
      commit("settle-call", turn, async (held) => {
        const settled = await storeResults(held, turn, { results, deps });
        const ids = new Set(results.map(({ id }) => id));
        const calls = callsOf(settled).filter(({ id }) => ids.has(id));
        await recordCalls(held, turn, { calls, newId: deps.newId });
        if (held.chat.fence !== turn.fence) return cancel(held, settled, { deps });
        const moved = await progressed(held, settled);
        const next = await startNext(held, moved, { expectations, deps });
        return proceed(held, next, deps);
      }),

    mask: (turn, through) =>
      commitUnfenced("mask", turn, {
        work: async (held) => {
          await held.tx.sessions.setMask(turn.session, through);
          return turn;
        },
      }),

    compact: (turn, compaction) =>
      commitUnfenced("compact", turn, {
        work: (held) => continueInNewSession(held, turn, { compaction, deps }),
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

    end: (turn, ending) =>
      commit("settle-turn", turn, async (held) => {
        await endTurn(held, turn, { ending, deps });
        return { type: "ended" };
      }),
  };
}

const ABORTED: ToolResult = { type: "aborted" };

function going(turn: OpenTurn): TurnStatus {
  return { type: "going", turn };
}

async function cancel(
  held: Held,
  turn: OpenTurn,
  { deps, cost }: { deps: TurnDeps; cost?: UnsettledUsage | undefined },
): Promise<TurnStatus> {
  await endTurn(held, turn, { ending: { type: "cancelled", cost }, deps });
  return { type: "ended" };
}

/** With calls left the turn acts; without any it thinks again, as far as its budgets go. */
async function proceed(held: Held, turn: OpenTurn, deps: TurnDeps): Promise<TurnStatus> {
  const isActing = callsOf(turn).some(({ state }) => state !== "settled");
  const announced = { n: turn.steps.length, setting: await ledgerSetting(held, deps), deps };
  if (isActing) {
    await reserveNextStep(held, turn, announced);
    return going(turn);
  }
  if (hasBegun(turn, deps)) {
    await endTurn(held, turn, { ending: { type: "begun" }, deps });
    return { type: "ended" };
  }
  const able = await reserveOrReject(held, turn, announced);
  return able ? going(await startStep(held, able, deps)) : { type: "ended" };
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
async function progressed({ tx }: Held, turn: OpenTurn): Promise<OpenTurn> {
  if (turn.attempts === 0) return turn;
  await tx.turns.setAttempts(turn.id, 0);
  return { ...turn, attempts: 0 };
}

async function startNext(
  held: Held,
  turn: OpenTurn,
  { expectations, deps }: { readonly expectations: Expectations; readonly deps: TurnDeps },
): Promise<OpenTurn> {
  const group = nextGroup(callsOf(turn));
  const refused = await refuseSpending(held, turn, { calls: group, deps });
  if (refused.size > 0) return settleRefused(held, turn, { refused, deps });
  const starting = new Set(group.map(({ id }) => id));
  for (const id of starting)
    await held.tx.turns.startCall(id, {
      fence: turn.fence,
      expected: expectations.get(id),
      at: held.now,
    });
  const calls = callsOf(turn).map((call): StoredCall => {
    if (!starting.has(call.id)) return call;
    const { id, tool: name, args } = call;
    held.tell({ type: "tool-start", turn: turn.id, call: id, name, args });
    const expected = expectations.get(id);
    return { ...call, state: "started", startedFence: turn.fence, startedAt: held.now, expected };
  });
  return withCalls(turn, calls);
}

/** Calls that the limits forbid end before they start; the others of the step are started by the next commit. */
async function settleRefused(
  held: Held,
  turn: OpenTurn,
  { refused, deps }: { readonly refused: ReadonlyMap<CallId, ToolResult>; readonly deps: TurnDeps },
): Promise<OpenTurn> {
  const results: SettledCall[] = [];
  for (const { id, tool: name, args } of callsOf(turn)) {
    const result = refused.get(id);
    if (!result) continue;
    held.tell({ type: "tool-start", turn: turn.id, call: id, name, args });
    results.push({ id, result, summary: "the limits forbid it", artifact: undefined });
  }
  const settled = await storeResults(held, turn, { results, deps });
  const calls = callsOf(settled).filter(({ id }) => refused.has(id));
  await recordCalls(held, turn, { calls, newId: deps.newId });
  return settled;
}

async function storeResults(
  held: Held,
  turn: OpenTurn,
  { results, deps }: { readonly results: readonly SettledCall[]; readonly deps: TurnDeps },
): Promise<OpenTurn> {
  const byId = new Map(results.map((result) => [result.id, result]));
  for (const settled of results) {
    await storeResult(held, turn, settled);
    await storeCosts(held, turn, { settled, deps });
    const call = callsOf(turn).find(({ id }) => id === settled.id);
    if (call) await settleSpending(held, turn, { call, result: settled.result, deps });
  }
  const calls = callsOf(turn).map((call): StoredCall => {
    const settled = byId.get(call.id);
    if (!settled) return call;
    const { result, artifact, label } = settled;
    return { ...call, state: "settled", result, artifact: artifact?.id ?? null, label };
  });
  return { ...withCalls(turn, calls), isResumed: false };
}

async function storeCosts(
  { tx, chat, now }: Held,
  turn: OpenTurn,
  { settled: { costs = [] }, deps }: { readonly settled: SettledCall; readonly deps: TurnDeps },
): Promise<void> {
  const { timeZone } = deps.settings;
  const request = { turn: turn.id, step: turn.steps.length - 1, chat: chat.id };
  for (const cost of costs) await recordExtraUsage(tx, { ...request, ...cost }, { now, timeZone });
}

async function storeResult(
  { tx, chat, tell }: Held,
  turn: OpenTurn,
  { id, result, summary, artifact, label }: SettledCall,
): Promise<void> {
  const call = callsOf(turn).find((one) => one.id === id);
  await tx.turns.settleCall(id, { result, artifact: artifact?.id ?? null, label });
  if (artifact) await tx.artifacts.add({ ...artifact, call: id, chat: chat.id });
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
