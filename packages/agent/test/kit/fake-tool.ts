import type { Tool } from "@reeve/sdk";
import { z } from "zod";

/** Creates a tool that reads, may be used by anyone anywhere and returns "done", with the changes in `own`. */
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
