import type { ToolDeclaration } from "@reeve/sdk";

/** A tool that is known and cannot run yet. */
export interface AwaitedTool {
  readonly name: string;
  /** What has to be there first, as people are told, such as "a Telegram account". */
  readonly awaits: string;
  /** Its definition, which costs nothing before it is asked for. */
  load(): Promise<ToolDeclaration>;
}

/** What is said to whoever calls a tool that awaits something. */
export function sayUnavailable({ name, awaits }: Omit<AwaitedTool, "load">): string {
  return `${name} is not available: it needs ${awaits}, which is not connected.`;
}
