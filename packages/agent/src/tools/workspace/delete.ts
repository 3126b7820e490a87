import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";

const THERE = "there";
const ABSENT = "-";

/** Deletes for good, after a person agreed. After a crash, the workspace knows whether this call deleted it. */
export const workspaceDelete = defineTool({
  name: "workspace_delete",
  summary:
    "Permanently delete a file or folder in the workspace; the owner is asked first. " +
    "The standard folders and core files such as MEMORY.md cannot be deleted.",
  effect: "destroy",
  scope: "dm-only",
  access: "owner",
  resultOrigin: "services",
  replay: "probe",
  needs: ["workspace"],
  utterances: [
    "delete old-report.pdf from the workspace",
    "remove the folder downloads/tmp",
    "erase that file you made",
    "clean up: throw the drafts directory away",
    "get rid of the temporary csv",
    "Lösch die Datei entwurf.txt",
    "supprime le fichier brouillon.md",
    "borra la carpeta de pruebas",
    "удали файл черновик.txt",
    "删除那个旧文件",
  ],
  params: z.object({
    path: z.string().min(1).max(1000).describe("File or folder to delete."),
    recursive: z.boolean().default(false).describe("Delete a folder with everything in it."),
  }),

  // As JSON, a path with line breaks cannot pretend to be a longer question.
  confirm: ({ path, recursive }, { language }) =>
    texts(language).questions.workspace.delete({ path: JSON.stringify(path), recursive }),

  done: ({ path }, { language }) => texts(language).results.workspace.delete({ path }),

  expect: async ({ path }, { workspace }) => ({
    before: (await workspace.stat(path)) ? THERE : ABSENT,
    after: ABSENT,
  }),

  // What is not there may never have been, or somebody else may have deleted it.
  async probe({ path }, { workspace, expected, callId }) {
    const hasDeleted = workspace.hasWritten(callId) ?? expected?.before === THERE;
    if (!hasDeleted || (await workspace.stat(path))) return { state: "not-done" };
    return { state: "done", value: { deleted: path } };
  },

  async run({ path, recursive }, { workspace, callId }) {
    await workspace.remove(path, { recursive, call: callId });
    return { deleted: path };
  },
});
