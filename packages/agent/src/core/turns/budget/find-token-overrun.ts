import { toInstant, toLocalTime } from "when-in-words/local-time";
import type { UsageStore } from "../../../store/billing/usage.ts";
import type { AgentProfile } from "../../agents.ts";

/** The tokens that an agent has used in a day, and may use. */
export interface TokenOverrun {
  readonly spent: number;
  readonly max: number;
}

export interface Today {
  readonly now: number;
  /** In which the day begins at midnight. */
  readonly timeZone: string;
}

/** How an agent has used up its tokens of the day; undefined while it may go on. Its money is in the ledger. */
export async function findTokenOverrun(
  { name, budgets }: Pick<AgentProfile, "name" | "budgets">,
  usage: Pick<UsageStore, "spentBy">,
  { now, timeZone }: Today,
): Promise<TokenOverrun | undefined> {
  const { tokensPerDay } = budgets;
  if (tokensPerDay === undefined) return undefined;
  const midnight = toInstant(Date.parse(`${toLocalTime(now, timeZone).date}T00:00:00Z`), timeZone);
  const { tokens } = await usage.spentBy(name, midnight);
  return tokens >= tokensPerDay ? { spent: tokens, max: tokensPerDay } : undefined;
}
