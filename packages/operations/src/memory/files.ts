import { z } from "zod";
import { nothing } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

/** Names of at most 255 characters, between slashes. */
// oxlint-disable-next-line no-control-regex -- it leaves control characters out
const PATH = /^[^\\/\u0000-\u001f\u007f]{0,255}(?:\/[^\\/\u0000-\u001f\u007f]{0,255})*$/;

/** Padded and without line ends (RFC 4648). */
const BASE64 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

const path = z
  .string()
  .regex(PATH)
  .max(1000)
  .describe("A path in the workspace, such as downloads/report.txt.");
const file = path.min(1);
const encoding = z.enum(["utf-8", "base64"]);

const entry = z
  .object({
    path: z.string(),
    kind: z.enum(["file", "directory"]),
    bytes: z.number(),
    modifiedAt: z.number(),
  })
  .meta({ id: "WorkspaceEntry" });

export type FileEntry = z.output<typeof entry>;

const written = z.object({
  path: file,
  append: z
    .boolean()
    .optional()
    .describe("Add the content to the end of the file instead of replacing it."),
  createFolders: z.boolean().optional().describe("Create missing folders. Default: true."),
});

const needs = { role: "owner", to: "use the workspace" } as const;

/** Files of the workspace, which the agent and its owner share. */
export const files = {
  list: defineOperation({
    name: "files.list",
    summary: "List a folder in the workspace.",
    input: pageQuery.extend({
      path: path.default("").describe("The folder. Default: the whole workspace."),
      recursive: z.boolean().default(false).describe("Also list the contents of subfolders."),
    }),
    output: pageOf(entry),
    effect: "read",
    scope: "read",
    needs,
    http: "GET /v1/files",
    cli: {
      verb: "list",
      all: true,
      words: ["path?"],
      usage: "[<folder>]",
      short: { r: "recursive" },
      example: "downloads --recursive",
    },
  }),
  read: defineOperation({
    name: "files.read",
    summary: "Read a whole file.",
    input: z.object({
      path: file,
      encoding: encoding.default("utf-8").describe("Use base64 for a file that is not text."),
      maxBytes: z
        .int()
        .min(1)
        .max(16_777_216)
        .default(1_048_576)
        .describe("The maximum size; a larger file is rejected."),
    }),
    output: z.object({
      path: z.string(),
      bytes: z.number(),
      encoding,
      content: z.string(),
    }),
    effect: "read",
    scope: "read",
    needs,
    http: "GET /v1/files/content",
    cli: { verb: "read", words: ["path"], example: "todo.txt" },
  }),
  write: defineOperation({
    name: "files.write",
    summary: "Create, replace or append to a file.",
    input: z.union([
      written.extend({ content: z.string(), encoding: z.literal("utf-8").optional() }),
      written.extend({ content: z.string().regex(BASE64), encoding: z.literal("base64") }),
    ]),
    output: z.object({ path: z.string(), bytes: z.number() }),
    effect: "change",
    undo: "history",
    scope: "admin",
    needs,
    http: "PUT /v1/files/content",
  }),
  delete: defineOperation({
    name: "files.delete",
    summary: "Delete a file, or a folder with everything in it.",
    input: z.object({
      path: file,
      recursive: z.boolean().default(false).describe("Delete a folder that is not empty."),
    }),
    output: nothing,
    effect: "delete",
    undo: "history",
    scope: "admin",
    needs,
    http: "DELETE /v1/files/content",
    cli: {
      verb: "delete",
      words: ["path"],
      short: { r: "recursive" },
      example: "downloads/old --recursive",
    },
  }),
};
