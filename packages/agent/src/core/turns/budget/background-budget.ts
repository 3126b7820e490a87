import type { LimitsConfig } from "../../../domains/config.ts";
import {
  findExhaustedBudget,
  hasMoneyLimits,
  reserveMoney,
  type Payer,
} from "../../../domains/limits.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { maxCost } from "../../../llm/max-cost.ts";
import type { Model } from "../../../llm/model.ts";
import type { Repositories, Store } from "../../../store/store.ts";
import { limitContext } from "./limit-context.ts";

/** Deps of budgets for work that nobody waits for. */
export interface BackgroundBudgetDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** In which a day of spending begins. */
  readonly timeZone: string;
  /** Limits on spending; without it, there are none. */
  readonly limits?: LimitsConfig | undefined;
  /** Returns an agent's own budget per day, in billionths of a dollar; without it, agents have none. */
  readonly agentNanoPerDay?: ((agent: string) => bigint | undefined) | undefined;
}

export interface BackgroundRequest {
  /** The same when the work is done again: what was set aside for it stands until it is settled. */
  readonly id: string;
  readonly payer: Payer;
  readonly model: Model;
}

/** Maximum tokens of one request to the utility model. */
const SIZE = { inputTokens: 16_000, outputTokens: 4_000 };
/** Age after which a reservation's owner has died or given up. */
const STALE_MS = 60 * 60_000;

/**
 * Sets aside what a request may cost that nobody waits for; false, with nothing set aside, where
 * a budget is used up. It commits only where there are budgets. Settle it under the same id
 * with `LimitStore.settle`, or release it.
 */
export async function reserveInBackground(
  { id, payer: { agent, ...others }, model }: BackgroundRequest,
  { store, clock, timeZone, limits, agentNanoPerDay }: BackgroundBudgetDeps,
): Promise<boolean> {
  const now = clock.now();
  const settings = { settings: { limits, timeZone } };
  const setting = await limitContext({ tx: store.read, now }, settings);
  const own = agent === undefined ? undefined : agentNanoPerDay?.(agent);
  if (own === undefined && !hasMoneyLimits(setting.limits)) return true;
  const payer: Payer = { ...others, agent, agentNanoPerDay: own };
  if (model.unpriced !== undefined) return false;
  if (!model.price)
    return (await findExhaustedBudget(store.read.limits, payer, setting)) === undefined;
  const nano = maxCost(SIZE, model.price);
  const overrun = await store.commit("reserve", async (tx) => {
    await settleStaleReservations(tx, now - STALE_MS);
    const request = { id, turn: null, payer, nano, onOverrun: "refuse" } as const;
    return reserveMoney(tx.limits, request, setting);
  });
  return overrun === undefined;
}

/** Takes back what was set aside for work that came to nothing. */
export async function releaseInBackground(
  id: string,
  { store }: BackgroundBudgetDeps,
): Promise<void> {
  const holds = await store.read.limits.staleReservations(Number.MAX_SAFE_INTEGER);
  if (!holds.some((hold) => hold.id === id)) return;
  await store.commit("reserve", (tx) => tx.limits.settle(id, 0n));
}

/**
 * Ends what was set aside before a moment for work that nobody waits for. It may have been
 * answered, so all of it counts as spent.
 */
export async function settleStaleReservations(
  { limits }: Pick<Repositories, "limits">,
  before: number,
): Promise<void> {
  for (const { id, nano } of await limits.staleReservations(before)) await limits.settle(id, nano);
}
