import { toInstant, toLocalTime } from "../../kernel/local-time.ts";
import type { UsageStore } from "../../store/usage.ts";
import type { AgentProfile } from "../agents.ts";

export interface Today {
  readonly now: number;
  /** In which the day begins at midnight. */
  readonly timeZone: string;
}

/**
 * Whether an agent has used up its tokens of the day, such as "20,153 of 20,000 tokens";
 * undefined while it may go on. Its money is in the ledger.
 */
export async function findExhausted(
  { name, budgets }: Pick<AgentProfile, "name" | "budgets">,
  usage: Pick<UsageStore, "spentBy">,
  { now, timeZone }: Today,
): Promise<string | undefined> {
  const { tokensPerDay } = budgets;
  if (tokensPerDay === undefined) return undefined;
  const midnight = toInstant(Date.parse(`${toLocalTime(now, timeZone).date}T00:00:00Z`), timeZone);
  const { tokens } = await usage.spentBy(name, midnight);
  if (tokens >= tokensPerDay)
    return `${tokens.toLocaleString("en")} of ${tokensPerDay.toLocaleString("en")} tokens`;
  return undefined;
}
