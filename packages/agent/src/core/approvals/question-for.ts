import type { Tool } from "@reeve/sdk";

/** What a person is asked before a tool of this name runs, where the tool alone cannot say it; `params` are valid. */
export type Questions = (asked: {
  readonly name: string;
  readonly params: unknown;
  /** The name of the agent that will go on. */
  readonly agent: string;
}) => string | undefined;

/** What a person is asked before a tool runs with these arguments, which are valid. */
export function questionFor(tool: Tool | undefined, name: string, args: unknown): string {
  const params = tool?.params.safeParse(args);
  return (params?.success && tool?.confirm?.(params.data)) || `Run ${name}?`;
}
