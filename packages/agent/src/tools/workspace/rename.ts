import { defineTool, type Workspace } from "@reeve/sdk";
import { z } from "zod";

const ABSENT = "-";
const FOLDER = "folder";

/** Renames or moves. After a crash, what stands at both paths says whether it was done. */
export const workspaceRename = defineTool({
  name: "workspace_rename",
  summary:
    "Rename a file or folder in the workspace, or move it to another folder. " +
    "To change the content of a file, use workspace_write.",
  effect: "write",
  scope: "dm-only",
  access: "owner",
  resultOrigin: "services",
  replay: "probe",
  needs: ["workspace"],
  utterances: [
    "rename draft.md to final.md",
    "move the invoice into the folder 2026",
    "give that file a better name",
    "put photo.png under images/",
    "file the report away in archive/",
    "Benenne die Datei in ende.md um",
    "déplace ce fichier dans le dossier archives",
    "cambia el nombre del archivo a informe.pdf",
    "переименуй файл в отчёт.md",
    "把文件移到归档文件夹",
  ],
  params: z.object({
    from: z.string().min(1).max(1000).describe("Current path of the file or folder."),
    to: z.string().min(1).max(1000).describe("New path, including the name."),
    overwrite: z.boolean().default(false).describe("Replace an existing file."),
  }),

  async expect({ from, to }, { workspace }) {
    const source = await markOf(from, workspace);
    return {
      before: pair(source, await markOf(to, workspace)),
      after: pair(ABSENT, source),
    };
  },

  async probe({ from, to }, { workspace, expected }) {
    const present = pair(await markOf(from, workspace), await markOf(to, workspace));
    if (present === expected?.after) return { state: "done", value: { from, to } };
    return { state: present === expected?.before ? "not-done" : "unknown" };
  },

  async run({ from, to, overwrite }, { workspace }) {
    await workspace.rename(from, to, { overwrite });
    return { from, to };
  },
});

async function markOf(path: string, workspace: Workspace): Promise<string> {
  const entry = await workspace.stat(path);
  if (entry?.kind === "directory") return FOLDER;
  return (await workspace.digest(path)) ?? ABSENT;
}

function pair(from: string, to: string): string {
  return `${from}:${to}`;
}
