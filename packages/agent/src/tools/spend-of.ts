import type { Spend, Tool } from "@reeve/sdk";

/**
 * Returns the amount that a call spends, for limits; undefined if it spends nothing or cannot run.
 */
export function spendOf(tool: Tool | undefined, args: unknown): Spend | undefined {
  if (!tool?.spends) return undefined;
  const params = tool.params.safeParse(args);
  return params.success ? tool.spends(params.data) : undefined;
}
