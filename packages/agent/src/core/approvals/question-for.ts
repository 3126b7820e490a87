import type { Tool } from "@reeve/sdk";

/** What a person is asked before a tool runs with these arguments, which are valid. */
export function questionFor(tool: Tool | undefined, name: string, args: unknown): string {
  const params = tool?.params.safeParse(args);
  return (params?.success && tool?.confirm?.(params.data)) || `Run ${name}?`;
}
