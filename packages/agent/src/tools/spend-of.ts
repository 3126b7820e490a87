import type { Spend, Tool } from "@reeve/sdk";

/** What a call spends of what may be limited; undefined where it spends nothing, or cannot run. */
export function spendOf(tool: Tool | undefined, args: unknown): Spend | undefined {
  if (!tool?.spends) return undefined;
  const params = tool.params.safeParse(args);
  return params.success ? tool.spends(params.data) : undefined;
}
