import { describeOverrun, reserveMoney } from "../../domains/limits.ts";
import type { CommitPoint } from "../../store/commit-point.ts";
import { maxCost } from "../../llm/max-cost.ts";
import type { NestedLog, NestedRequest, Reserved } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { RunningTurns } from "../running-turns.ts";
import { findTokenOverrun } from "./budget/find-token-overrun.ts";
import { limitContext } from "./budget/limit-context.ts";
import { payerOf } from "./budget/payer-of.ts";
import { commitWithLease, type LeasedTx } from "./commit-with-lease.ts";
import type { TurnDeps } from "./deps.ts";
import { settleNested, settleOpenNested, startNested } from "./nested-calls.ts";
import { recordExtraUsage } from "./sessions/continue-in-new-session.ts";

/** The log of calls that calls make, over the store. */
export function createNestedLog(
  deps: TurnDeps,
  running: Pick<RunningTurns, "isClosing">,
): NestedLog {
  /** Undefined if the process closes or the chat was lost. */
  const commit = async <Result>(
    point: CommitPoint,
    { lease }: OpenTurn,
    work: (leased: LeasedTx) => Promise<Result>,
  ): Promise<Result | undefined> =>
    running.isClosing ? undefined : commitWithLease(point, { lease, work }, deps);

  /** The same, and undefined behind a raised fence: nothing starts then. */
  const commitUnfenced = <Result>(
    point: CommitPoint,
    turn: OpenTurn,
    work: (leased: LeasedTx) => Promise<Result>,
  ) =>
    commit(point, turn, async (leased) =>
      leased.chat.fence === turn.fence ? work(leased) : undefined,
    );

  return {
    open: (turn, parent) =>
      commitUnfenced("start-call", turn, (leased) =>
        settleOpenNested(leased, turn, { parent, deps }),
      ),

    start: (turn, call) =>
      commitUnfenced("start-call", turn, (leased) => startNested(leased, turn, { ...call, deps })),

    async settle(turn, call, settled) {
      const isDone = await commit("settle-call", turn, async (leased) => {
        const nested = await leased.tx.turns.nestedCalls(turn.id);
        // Its parent may have ended meanwhile, and it with its parent.
        const isOpen = nested.some(({ id, state }) => id === call.id && state !== "settled");
        if (isOpen) await settleNested(leased, turn, { call, settled, deps });
        const { costs = [] } = settled;
        for (const cost of costs) await count(leased, turn, { ...cost, deps });
        return isOpen;
      });
      return isDone === true;
    },

    async reserve(turn, request) {
      const reserved = await commitUnfenced("plan", turn, (leased) =>
        reserveRequest(leased, turn, { request, deps }),
      );
      return reserved ?? { type: "stopped" };
    },

    async count(turn, { reservation: hold, ...cost }) {
      const isCounted = await commit("plan", turn, async (leased) => {
        await count(leased, turn, { ...cost, hold, deps });
        return true;
      });
      return isCounted === true;
    },
  };
}

type Cost = Pick<Parameters<typeof recordExtraUsage>[1], "purpose" | "spent" | "hold">;

function count(
  { tx, chat, now }: LeasedTx,
  turn: OpenTurn,
  { deps, ...cost }: Cost & { readonly deps: TurnDeps },
): Promise<void> {
  const { timeZone } = deps.settings;
  const request = { turn: turn.id, step: turn.steps.length - 1, chat: chat.id };
  return recordExtraUsage(tx, { ...request, ...cost }, { now, timeZone });
}

async function reserveRequest(
  leased: LeasedTx,
  turn: OpenTurn,
  { request, deps }: { readonly request: NestedRequest; readonly deps: TurnDeps },
): Promise<Reserved> {
  const agent = deps.agents.get(turn.agent);
  const { tx, now } = leased;
  const { timeZone } = deps.settings;
  const tokens = await findTokenOverrun(agent, tx.usage, { now, timeZone });
  if (tokens) {
    const { spent, max } = tokens;
    const reason = `${agent.name} has used ${spent} of its ${max} tokens of the day`;
    return { type: "refused", reason };
  }
  const setting = await limitContext(leased, deps);
  const overrun = await reserveMoney(
    tx.limits,
    {
      id: request.reservation,
      turn: turn.id,
      payer: payerOf(turn, deps.agents),
      nano: agent.model.price ? maxCost(request, agent.model.price) : 0n,
      onOverrun: "refuse",
    },
    setting,
  );
  if (!overrun) return { type: "reserved" };
  return { type: "refused", reason: describeOverrun(overrun, setting).reason };
}
