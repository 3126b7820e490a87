import { createHash } from "node:crypto";
import { defineTool, Fault, type Workspace } from "@reeve/sdk";
import { z } from "zod";
import { MAX_FILE_BYTES } from "../../integrations/workspace.ts";

const ABSENT = "-";

const params = z.object({
  path: z.string().min(1).max(1000).describe('File to write, such as "downloads/report.txt".'),
  content: z.string().describe("Text, or base64 for a file that is not text."),
  encoding: z.enum(["utf-8", "base64"]).default("utf-8").describe("Encoding of the content."),
  append: z
    .boolean()
    .default(false)
    .describe("Add to the end of the file instead of replacing it."),
  createDirs: z.boolean().default(true).describe("Create missing parent folders."),
});

type Params = z.output<typeof params>;

/** Writes or extends a file. After a crash, the workspace knows whether this call wrote it. */
export const workspaceWrite = defineTool({
  name: "workspace_write",
  summary:
    "Write a file in the workspace: create it, replace it, or add to its end. At most 50 MB. " +
    "SOUL.md, SECURITY.md and STRATEGY.md cannot be written.",
  effect: "write",
  scope: "dm-only",
  access: "owner",
  resultOrigin: "services",
  replay: "probe",
  needs: ["workspace"],
  utterances: [
    "create a file shopping.txt with this list",
    "save this text as plan.md",
    "append a line to the log file",
    "overwrite todo.md with the new version",
    "put the table into a csv in the workspace",
    "Speichere das als Datei angebot.md",
    "crée un fichier avec ce texte",
    "guarda esto en un archivo llamado ideas.txt",
    "сохрани это в файл план.md",
    "把这段内容写进文件",
  ],
  params,

  async expect(wanted, { workspace }) {
    return {
      before: (await workspace.digest(wanted.path)) ?? ABSENT,
      after: digestOf(await contentAfter(wanted, workspace)),
    };
  },

  // Several calls may write the same content, so the digest alone does not say which of them did.
  async probe({ path }, { workspace, expected, callId }) {
    const hasWritten = workspace.hasWritten(callId);
    if (hasWritten === false) return { state: "not-done" };
    const present = (await workspace.digest(path)) ?? ABSENT;
    if (hasWritten === true || present === expected?.after) {
      const entry = await workspace.stat(path);
      return { state: "done", value: { path: entry?.path ?? path, bytes: entry?.bytes ?? 0 } };
    }
    return { state: present === expected?.before ? "not-done" : "unknown" };
  },

  async run(wanted, { workspace, callId }) {
    const { path, append, createDirs } = wanted;
    const options = { append, createFolders: createDirs, call: callId };
    return workspace.write(path, decode(wanted), options);
  },
});

async function contentAfter(wanted: Params, workspace: Workspace): Promise<Uint8Array> {
  const content = decode(wanted);
  if (!wanted.append || !(await workspace.stat(wanted.path))) return content;
  const there = await workspace.read(wanted.path, { maxBytes: MAX_FILE_BYTES });
  return Buffer.concat([there, content]);
}

function decode({ content, encoding }: Params): Uint8Array {
  if (encoding === "utf-8") return Buffer.from(content);
  const bytes = Buffer.from(content, "base64");
  if (bytes.toString("base64") === content.replaceAll(/\s/g, "")) return bytes;
  throw new Fault("invalid", "The content is not valid base64.", {
    hint: 'Encode it as padded base64, or write text with encoding "utf-8".',
  });
}

function digestOf(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
