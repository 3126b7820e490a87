import type { Tool } from "@reeve/sdk";
import { z } from "zod";

/** A tool that reads, may be used by anyone anywhere and returns "done", but for what `own` says. */
export function fakeTool(name: string, own: Partial<Tool> = {}): Tool {
  return {
    name,
    summary: `Does ${name}.`,
    effect: "read",
    scope: "always",
    access: "anyone",
    needs: [],
    params: z.object({ to: z.string().optional() }),
    run: async () => "done",
    ...own,
  };
}
