import { toInstant, toLocalTime } from "../../kernel/local-time.ts";
import { formatDollars } from "../../llm/parse-dollars.ts";
import type { UsageStore } from "../../store/usage.ts";
import type { AgentProfile } from "../agents.ts";

export interface Today {
  readonly now: number;
  /** In which the day begins at midnight. */
  readonly timeZone: string;
}

/**
 * Which of its budgets of the day an agent has used up, such as "20,153 of 20,000
 * tokens"; undefined while it may go on.
 */
export async function findExhausted(
  { name, budgets }: Pick<AgentProfile, "name" | "budgets">,
  usage: Pick<UsageStore, "spentBy">,
  { now, timeZone }: Today,
): Promise<string | undefined> {
  const { tokensPerDay, costNanoPerDay } = budgets;
  if (tokensPerDay === undefined && costNanoPerDay === undefined) return undefined;
  const midnight = toInstant(Date.parse(`${toLocalTime(now, timeZone).date}T00:00:00Z`), timeZone);
  const { tokens, costNano } = await usage.spentBy(name, midnight);
  if (tokensPerDay !== undefined && tokens >= tokensPerDay)
    return `${tokens.toLocaleString("en")} of ${tokensPerDay.toLocaleString("en")} tokens`;
  if (costNanoPerDay !== undefined && costNano >= costNanoPerDay)
    return `${formatDollars(costNano)} of ${formatDollars(costNanoPerDay)}`;
  return undefined;
}
