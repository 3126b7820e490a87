import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** Says how full the workspace is, and with `detailed` what takes the room. */
export const workspaceInfo = defineTool({
  name: "workspace_info",
  summary:
    "Get the size, quota and number of files in the workspace. " +
    "Use it when someone asks about space, or before writing something large.",
  effect: "read",
  scope: "always",
  access: "owner",
  resultOrigin: "services",
  needs: ["workspace"],
  utterances: [
    "how much space is left in the workspace?",
    "how big are your files altogether?",
    "what is the storage quota?",
    "how many files do you keep?",
    "are we running out of room for documents?",
    "Wie viel Speicherplatz belegen die Dateien?",
    "combien d'espace reste-t-il ?",
    "¿cuánto espacio ocupan los archivos?",
    "сколько места занято в рабочей папке?",
    "工作区还剩多少空间？",
  ],
  params: z.object({
    detailed: z.boolean().default(false).describe("Also return the size of each top-level entry."),
  }),

  async run({ detailed }, { workspace }) {
    const { entries, ...totals } = await workspace.info();
    return detailed ? { ...totals, entries } : totals;
  },
});
