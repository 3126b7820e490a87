import type { Tool } from "@reeve/sdk";
import { fakeTool } from "./fake-tool.ts";

export interface HeldTool {
  readonly tool: Tool;
  /** Resolves, with the call's signal, when a call runs. */
  readonly begun: Promise<AbortSignal>;
  readonly letGo: () => void;
}

/** Creates a tool that runs, ignoring its signal, until it is released, and then returns. */
export function heldTool(name: string, own: Partial<Tool> = {}): HeldTool {
  const begun = Promise.withResolvers<AbortSignal>();
  const open = Promise.withResolvers<void>();
  const tool = fakeTool(name, {
    run: async (_params, { signal }) => {
      begun.resolve(signal);
      await open.promise;
      return "seen";
    },
    ...own,
  });
  return { tool, begun: begun.promise, letGo: () => open.resolve() };
}
