import { isUtf8 } from "node:buffer";
import { defineTool, Fault } from "@reeve/sdk";
import { z } from "zod";
import { MAX_FILE_BYTES } from "../../integrations/workspace.ts";

const DEFAULT_MAX_BYTES = 1024 * 1024;

/** Reads a whole file of the workspace as text, or as base64 where it is not text. */
export const workspaceRead = defineTool({
  name: "workspace_read",
  summary:
    "Read a file in the workspace. Use the encoding base64 for pictures and other files that are not text.",
  effect: "read",
  scope: "always",
  access: "owner",
  resultOrigin: "services",
  needs: ["workspace"],
  utterances: [
    "open notes.md and read it to me",
    "what does report.txt say?",
    "show me the contents of the csv file",
    "print the config file in the workspace",
    "read the first lines of todo.md",
    "Lies mir die Datei plan.md vor",
    "ouvre le fichier budget.csv",
    "lee el archivo resumen.txt",
    "прочитай файл план.md",
    "打开文件看看内容",
  ],
  params: z.object({
    path: z.string().min(1).max(1000).describe('File to read, such as "downloads/report.txt".'),
    encoding: z.enum(["utf-8", "base64"]).default("utf-8").describe("How to return the content."),
    maxSize: z
      .number()
      .int()
      .min(1)
      .max(MAX_FILE_BYTES)
      .default(DEFAULT_MAX_BYTES)
      .describe("Maximum size in bytes. Larger files are rejected."),
  }),

  async run({ path, encoding, maxSize }, { workspace }) {
    const content = Buffer.from(await workspace.read(path, { maxBytes: maxSize }));
    if (encoding === "utf-8" && !isUtf8(content)) {
      throw new Fault("invalid", `"${path}" is not text.`, {
        hint: 'Read it with encoding "base64".',
      });
    }
    return { path, bytes: content.length, content: content.toString(encoding) };
  },
});
