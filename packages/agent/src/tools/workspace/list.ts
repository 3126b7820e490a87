import { defineTool } from "@reeve/sdk";
import { z } from "zod";

const MAX_ENTRIES = 500;

/** Lists a folder of the workspace, up to 500 entries; how many more there are stands in `leftOut`. */
export const workspaceList = defineTool({
  name: "workspace_list",
  summary:
    "List files and folders in the workspace with their size and date. " +
    "Use it to find a file before you read, rename or delete it.",
  effect: "read",
  scope: "always",
  access: "owner",
  resultOrigin: "services",
  needs: ["workspace"],
  utterances: [
    "which files are in the workspace?",
    "show the contents of the reports folder",
    "what documents have you got stored?",
    "list everything under downloads",
    "is there a csv in the directory?",
    "Welche Dateien liegen im Ordner?",
    "montre les fichiers du dossier photos",
    "¿qué archivos hay en la carpeta?",
    "какие файлы лежат в папке?",
    "列出工作区里的文件",
  ],
  params: z.object({
    path: z.string().max(1000).default("").describe('Folder to list; "" is the whole workspace.'),
    recursive: z.boolean().default(false).describe("Also list the contents of subfolders."),
    filter: z
      .enum(["all", "files", "directories"])
      .default("all")
      .describe("Which entries to list."),
  }),

  async run({ path, recursive, filter }, { workspace }) {
    const entries = await workspace.list(path, { recursive, filter });
    const shown = entries.slice(0, MAX_ENTRIES).map((entry) => ({
      path: entry.path,
      kind: entry.kind,
      bytes: entry.bytes,
      modified: new Date(entry.modifiedAt).toISOString(),
    }));
    return { entries: shown, leftOut: entries.length - shown.length };
  },
});
