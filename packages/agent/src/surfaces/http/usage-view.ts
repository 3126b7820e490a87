import { z } from "zod";
import { USAGE_KEYS } from "../../kernel/usage-key.ts";

/** What requests to models came to together. */
export const usageSumView = z.object({
  calls: z.number(),
  unpriced: z.number().describe("Those whose price is not known: they count as free."),
  inputTokens: z.number(),
  cachedTokens: z.number(),
  cacheWriteTokens: z.number(),
  outputTokens: z.number(),
  reasoningTokens: z.number(),
  costUsd: z.string(),
});

/** What `usage.summary` of control answers. */
export const usageSummaryView = z.object({
  by: z.enum(USAGE_KEYS),
  from: z.string(),
  to: z.string(),
  rows: z.array(z.object({ key: z.string(), ...usageSumView.shape, name: z.string() })),
  total: usageSumView,
});
