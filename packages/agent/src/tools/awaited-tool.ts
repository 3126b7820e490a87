import { Fault, type Tool, type ToolDeclaration } from "@reeve/sdk";

/** A tool that is known and cannot run yet. */
export interface AwaitedTool {
  readonly name: string;
  /** What has to be there first, as people are told, such as "a Telegram account". */
  readonly awaits: string;
  /** Its definition, which costs nothing before it is asked for. */
  readonly load: () => Promise<ToolDeclaration>;
}

/** What is said to whoever calls a tool that awaits something. */
export function sayUnavailable({ name, awaits }: Omit<AwaitedTool, "load">): string {
  return `${name} is not available: it needs ${awaits}, which is not connected.`;
}

/** A declaration as a tool that can be offered and found; each of its calls is a fault, `unavailable`. */
export function toStandIn(declaration: ToolDeclaration): Tool {
  return {
    ...declaration,
    needs: [],
    run: () => Promise.reject(new Fault("unavailable", sayUnavailable(declaration))),
  };
}
