import { defineTool, type Tool } from "@reeve/sdk";
import { z } from "zod";
import type { World } from "./connect-world.ts";

/** Name of the effect: unique within a run, so that a repeat shows. */
const params = z.object({ effect: z.string().describe("Name of the effect.") });

/** Creates a tool of each replay policy; their effects happen in the outside world. */
export function crashTools(world: World): readonly Tool[] {
  const cause = async (tool: string, effect: string, call: string) => {
    await world.ask({ type: "effect", tool, effect, call });
    return { done: effect };
  };
  const open = { scope: "always", access: "anyone", needs: [], params } as const;

  return [
    defineTool({
      ...open,
      name: "crash_read",
      summary: "Reads.",
      effect: "read",
      run: ({ effect }, { callId }) => cause("crash_read", effect, callId),
    }),
    defineTool({
      ...open,
      name: "crash_long",
      summary: "Reads a lot.",
      effect: "read",
      run: async () => "a long result ".repeat(100),
    }),
    defineTool({
      ...open,
      name: "crash_key",
      summary: "Writes under the call's key.",
      effect: "write",
      replay: "same-key",
      run: ({ effect }, { callId }) => cause("crash_key", effect, callId),
    }),
    defineTool({
      ...open,
      name: "crash_probe",
      summary: "Writes, and can tell whether it did.",
      effect: "write",
      replay: "probe",
      expect: async () => ({ before: "-", after: "+" }),
      async probe(_params, { callId, expected }) {
        if (!expected) return { state: "unknown" };
        const happened = await world.ask({ type: "probe", call: callId });
        return happened === true ? { state: "done", value: "found done" } : { state: "not-done" };
      },
      run: ({ effect }, { callId }) => cause("crash_probe", effect, callId),
    }),
    defineTool({
      ...open,
      name: "crash_unknown",
      summary: "Writes, and cannot tell.",
      effect: "write",
      replay: "unknown",
      run: ({ effect }, { callId }) => cause("crash_unknown", effect, callId),
    }),
    defineTool({
      ...open,
      name: "crash_pay",
      summary: "Pays, and cannot tell.",
      effect: "write",
      replay: "unknown",
      spends: () => ({ asset: "TON", amount: "4" }),
      run: ({ effect }, { callId }) => cause("crash_pay", effect, callId),
    }),
    defineTool({
      ...open,
      name: "crash_destroy",
      summary: "Destroys, after approval.",
      effect: "destroy",
      confirm: ({ effect }) => `Destroy ${effect}?`,
      run: ({ effect }, { callId }) => cause("crash_destroy", effect, callId),
    }),
    defineTool({
      ...open,
      name: "crash_command",
      summary: "Runs a command, after approval.",
      effect: "exec",
      needs: ["shell"],
      confirm: ({ effect }) => `Run ${effect}?`,
      run: ({ effect }, { shell, signal }) => shell.run(effect, { signal }),
    }),
  ];
}
