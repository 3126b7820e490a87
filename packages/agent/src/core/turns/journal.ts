import type { CallResult } from "../../kernel/unit.ts";
import type { StoredCall } from "../../store/turns.ts";
import { nextGroup } from "../agent/next-group.ts";
import type { Cost, Expectations, Journal, SettledCall, Standing } from "../journal.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { RunningTurns } from "../running-turns.ts";
import { commitHeld, type Held } from "./commit-held.ts";
import { endTurn } from "./end-turn.ts";
import { moveOn } from "./move-on.ts";
import { openThought } from "./open-thought.ts";
import type { TurnParts } from "./parts.ts";
import { refuseExhausted } from "./refuse-exhausted.ts";
import { storeThought } from "./settle-step.ts";

/** The journal over the store. While the process closes nothing more is begun or settled. */
export function createJournal(parts: TurnParts, running: Pick<RunningTurns, "isClosing">): Journal {
  const commit = async (
    point: "mask" | "compact" | "settle-think" | "start-call" | "settle-call" | "settle-turn",
    turn: OpenTurn,
    work: (held: Held) => Promise<Standing>,
  ): Promise<Standing> => {
    if (running.isClosing) return { type: "lost" };
    const standing = await commitHeld(point, { lease: turn.lease, work }, parts);
    return standing ?? { type: "lost" };
  };

  /** A commit that starts or changes something: behind a raised fence it ends the turn instead. */
  const commitUnfenced = (
    point: "start-call" | "mask" | "compact",
    turn: OpenTurn,
    { work, cost }: { work: (held: Held) => Promise<OpenTurn>; cost?: Cost },
  ): Promise<Standing> =>
    commit(point, turn, async (held) => {
      if (held.place.fence !== turn.fence) return cancel(held, turn, { parts, cost });
      return going(await work(held));
    });

  return {
    settleThought: (turn, thought) =>
      commit("settle-think", turn, async (held) => {
        // Behind a raised fence nothing starts: the calls are stored as never run.
        const runs = held.place.fence === turn.fence;
        const instead = runs ? undefined : ABORTED;
        const settled = await storeThought(held, turn, { thought, instead, parts });
        if (!runs) return cancel(held, settled, { parts });
        return proceed(held, await progressed(held, settled), parts);
      }),

    startCalls: (turn, expectations) =>
      commitUnfenced("start-call", turn, {
        work: async (held) => {
          const started = await startNext(held, turn, expectations);
          // From here on what is started was started by this process.
          return { ...started, isResumed: false };
        },
      }),

    settleCalls: (turn, { results, expectations }) =>
      commit("settle-call", turn, async (held) => {
        const settled = await storeResults(held, turn, results);
        if (held.place.fence !== turn.fence) return cancel(held, settled, { parts });
        const next = await startNext(held, await progressed(held, settled), expectations);
        return proceed(held, next, parts);
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
        work: (held) => moveOn(held, turn, { compaction, parts }),
        cost: { purpose: "compact", spent: compaction.spent },
      }),

    end: (turn, ending) =>
      commit("settle-turn", turn, async (held) => {
        await endTurn(held, turn, { ending, parts });
        return { type: "ended" };
      }),
  };
}

const ABORTED: CallResult = { type: "aborted" };

function going(turn: OpenTurn): Standing {
  return { type: "going", turn };
}

async function cancel(
  held: Held,
  turn: OpenTurn,
  { parts, cost }: { parts: TurnParts; cost?: Cost | undefined },
): Promise<Standing> {
  await endTurn(held, turn, { ending: { type: "cancelled", cost }, parts });
  return { type: "ended" };
}

/** With calls running the turn acts; without any it thinks again, as far as its agent may. */
async function proceed(held: Held, turn: OpenTurn, parts: TurnParts): Promise<Standing> {
  const isActing = callsOf(turn).some(({ state }) => state === "started");
  if (isActing) return going(turn);
  const able = await refuseExhausted(held, turn, parts);
  return able ? going(await openThought(held, able, parts)) : { type: "ended" };
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
  expectations: Expectations,
): Promise<OpenTurn> {
  const starting = new Set(nextGroup(callsOf(turn)).map(({ id }) => id));
  for (const id of starting)
    await held.tx.turns.startCall(id, { fence: turn.fence, expected: expectations.get(id) });
  const calls = callsOf(turn).map((call): StoredCall => {
    if (!starting.has(call.id)) return call;
    const { id, tool: name, args } = call;
    held.tell({ type: "tool-start", turn: turn.id, call: id, name, args });
    const expected = expectations.get(id);
    return { ...call, state: "started", startedFence: turn.fence, expected };
  });
  return withCalls(turn, calls);
}

async function storeResults(
  held: Held,
  turn: OpenTurn,
  results: readonly SettledCall[],
): Promise<OpenTurn> {
  const byId = new Map(results.map((result) => [result.id, result]));
  for (const result of results) await storeResult(held, turn, result);
  const calls = callsOf(turn).map((call): StoredCall => {
    const settled = byId.get(call.id);
    if (!settled) return call;
    const { result, artifact } = settled;
    return { ...call, state: "settled", result, artifact: artifact?.id ?? null };
  });
  return { ...withCalls(turn, calls), isResumed: false };
}

async function storeResult(
  { tx, place, tell }: Held,
  turn: OpenTurn,
  { id, result, summary, artifact }: SettledCall,
): Promise<void> {
  const call = callsOf(turn).find((one) => one.id === id);
  await tx.turns.settleCall(id, { result, artifact: artifact?.id ?? null });
  if (artifact) await tx.artifacts.add({ ...artifact, call: id, place: place.id });
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
