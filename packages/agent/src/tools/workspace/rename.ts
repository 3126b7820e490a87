import { defineTool, type Workspace } from "@reeve/sdk";
import { z } from "zod";

const ABSENT = "-";
const FOLDER = "folder";

/** Renames or moves. After a crash, the workspace knows whether this call did it. */
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

  // Folders and equal files look the same, so what stands there alone does not say which call moved it.
  async probe({ from, to }, { workspace, expected, callId }) {
    const hasMoved = workspace.hasWritten(callId);
    if (hasMoved === false) return { state: "not-done" };
    const source = await markOf(from, workspace);
    const present = pair(source, await markOf(to, workspace));
    const isDone = hasMoved === true ? source === ABSENT : present === expected?.after;
    // Where nothing was, nothing was moved, though all looks as it was to look.
    const isUntouched = present === expected?.before;
    if (isDone && !isUntouched) return { state: "done", value: { from, to } };
    return { state: isUntouched ? "not-done" : "unknown" };
  },

  async run({ from, to, overwrite }, { workspace, callId }) {
    await workspace.rename(from, to, { overwrite, call: callId });
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
