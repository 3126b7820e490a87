import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** Says how full the workspace is, and with `detailed` what takes the room. */
export const workspaceInfo = defineTool({
  name: "workspace_info",
  summary:
    "Size, quota and number of files of the workspace. " +
    "Use it when asked about space, or before writing something large.",
  effect: "read",
  scope: "always",
  access: "owner",
  needs: ["workspace"],
  params: z.object({
    detailed: z.boolean().default(false).describe("Also say how much each top-level entry takes."),
  }),

  async run({ detailed }, { workspace }) {
    const { entries, ...totals } = await workspace.info();
    return detailed ? { ...totals, entries } : totals;
  },
});
