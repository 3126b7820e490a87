import type { Usage } from "../../../kernel/usage.ts";
import type { UsageEntry } from "../../../store/billing/usage.ts";

type Tokens = Pick<
  UsageEntry,
  | "inputTokens"
  | "cachedTokens"
  | "cacheWriteTokens"
  | "outputTokens"
  | "reasoningTokens"
  | "costNano"
>;

/** Converts the usage of a request for storing: what a provider does not report counts as 0. */
export function toTokens(usage: Usage): Tokens {
  return {
    inputTokens: usage.inputTokens,
    cachedTokens: usage.cachedTokens,
    cacheWriteTokens: usage.cacheWriteTokens ?? 0,
    outputTokens: usage.outputTokens,
    reasoningTokens: usage.reasoningTokens ?? 0,
    costNano: usage.costNano ?? null,
  };
}
