import {
  findExhaustedBudget,
  hasMoneyLimits,
  reserveMoney,
  type LimitContext,
  type Overrun,
  formatOverrun,
  describeOverrun,
} from "../../../domains/limits.ts";
import { formatNumber } from "icu-subset/numbers";
import type { Language } from "../../../kernel/languages.ts";
import { texts } from "../../../platform/texts.ts";
import type { OpenTurn } from "../../open-turn.ts";
import type { LeasedTx } from "../commit-with-lease.ts";
import { endTurn } from "../end-turn.ts";
import { estimateRequest } from "./estimate-request.ts";
import { findTokenOverrun, type TokenOverrun } from "./find-token-overrun.ts";
import type { TurnDeps } from "../deps.ts";
import { payerOf } from "./payer-of.ts";
import { reservationId } from "./reservation-id.ts";

interface Announced {
  /** The number of the step. */
  readonly n: number;
  readonly setting: LimitContext;
  readonly deps: TurnDeps;
}

/**
 * Sets aside what a turn's thought number `n` may cost, in the commit that announces it. Where a
 * budget is used up it ends the turn instead, says so, and answers with undefined. What a
 * person allowed is carried out and told all the same.
 */
export async function reserveOrReject(
  leased: LeasedTx,
  turn: OpenTurn,
  { n, setting, deps }: Announced,
): Promise<OpenTurn | undefined> {
  const isDecision = turn.steps[0]?.kind === "decision";
  const unpriced = isDecision ? undefined : await withoutPrice(leased, turn, { setting, deps });
  if (unpriced) {
    await endTurn(leased, turn, { ending: { type: "exhausted", ...unpriced }, deps });
    return undefined;
  }
  const overrun = await reserveMoney(
    leased.tx.limits,
    {
      id: reservationId(turn, n),
      turn: turn.id,
      payer: payerOf(turn, deps.agents),
      nano: await estimateRequest(leased, turn, deps),
      onOverrun: isDecision ? "hold" : "refuse",
    },
    setting,
  );
  const told = overrun
    ? await budgetUsedUp(leased, overrun, { setting, deps })
    : await tokensUsedUp(leased, turn, deps);
  if (!told || isDecision) return turn;
  await endTurn(leased, turn, { ending: { type: "exhausted", ...told }, deps });
  return undefined;
}

/**
 * Sets aside what a turn's next thought may cost while its calls run, so that nobody who comes
 * meanwhile takes its place.
 */
export async function reserveNextStep(
  leased: LeasedTx,
  turn: OpenTurn,
  { n, setting, deps }: Announced,
): Promise<void> {
  if (!deps.agents.get(turn.agent).model.price) return;
  await reserveMoney(
    leased.tx.limits,
    {
      id: reservationId(turn, n),
      turn: turn.id,
      payer: payerOf(turn, deps.agents),
      nano: await estimateRequest(leased, turn, deps),
      onOverrun: "hold",
    },
    setting,
  );
}

/**
 * Whether nothing but requests that run stand in the way of what waits in a chat: then it is
 * looked at again when they are done.
 */
export async function isWaitingForReservation(
  { tx, chat, now }: LeasedTx,
  { setting, deps }: Omit<Announced, "n">,
): Promise<boolean> {
  if (!hasMoneyLimits(setting.limits)) return false;
  const queued = await tx.inbox.queued(chat.id, now);
  const newest = queued.at(-1);
  // A decided call runs at once.
  if (!newest || queued[0]?.body.kind === "decision") return false;
  const agent = deps.agents.answering(chat).name;
  const payer = payerOf({ asker: newest.author, chat, agent }, deps.agents);
  const overrun = await findExhaustedBudget(tx.limits, payer, setting);
  return overrun !== undefined && overrun.spentNano < overrun.nano;
}

/** With a budget, a model whose price nobody knows is not asked: its answers would count as free. */
async function withoutPrice(
  { tx, chat }: LeasedTx,
  { agent }: OpenTurn,
  { setting, deps }: Omit<Announced, "n">,
) {
  const { model: chain, budgets } = deps.agents.get(agent);
  const { unpriced: model } = chain;
  const hasBudget = budgets.costNanoPerDay !== undefined || hasMoneyLimits(setting.limits);
  if (!hasBudget || model === undefined) return undefined;
  const { language } = await deps.localeOf(tx, chat);
  const command = `reeve config set models.prices '{"${model}": "3/15"}'`;
  const line = (of: Language) => texts(of).limits.unknownPrice({ model, command });
  return { reason: line("en"), line: line(language) };
}

async function budgetUsedUp(
  { tx, chat, now }: LeasedTx,
  overrun: Overrun,
  { setting, deps }: Omit<Announced, "n">,
) {
  const { reason } = describeOverrun(overrun, setting);
  return { reason, line: formatOverrun(overrun, { ...(await deps.localeOf(tx, chat)), now }) };
}

async function tokensUsedUp({ tx, chat, now }: LeasedTx, turn: OpenTurn, deps: TurnDeps) {
  const { timeZone } = deps.settings;
  const agent = deps.agents.get(turn.agent);
  const exhausted = await findTokenOverrun(agent, tx.usage, { now, timeZone });
  if (!exhausted) return undefined;
  const { language } = await deps.localeOf(tx, chat);
  const used = formatTokens(exhausted, language);
  // The day is that of the config, whoever asks.
  const line = texts(language).limits.agentUsedUp({ agent: agent.name, used, timeZone });
  return { reason: formatTokens(exhausted, "en"), line };
}

/** "20,153 of 20,000 tokens" */
function formatTokens({ spent, max: most }: TokenOverrun, language: Language): string {
  return texts(language).limits.tokens({
    spent: formatNumber(spent, language),
    most: formatNumber(most, language),
  });
}
