import { z } from "zod";
import { id, nothing, words } from "../fields.ts";
import { type DeepReadonly, defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const note = z
  .object({
    id: z.string(),
    title: z.string().optional(),
    text: z.string(),
    tags: z.array(z.string()),
    createdAt: z.number(),
    updatedAt: z.number(),
  })
  .meta({ id: "Note" });

export type Note = DeepReadonly<z.output<typeof note>>;

const text = words(50_000).describe("The note's complete text.");
const title = words(300).optional().describe("A short title that makes the note easy to find.");
const tags = z.array(words(50)).max(20).optional().describe("A word to group notes by.");

/** The caller's notes. */
export const notes = {
  list: defineOperation({
    name: "notes.list",
    summary: "List your notes, newest first, or the best matches for a query.",
    input: pageQuery.extend({
      tag: z.string().min(1).max(50).optional().describe("Only notes with this tag."),
      query: words(500).optional().describe("Words to search for."),
    }),
    output: pageOf(note),
    effect: "read",
    scope: "read",
    http: "GET /v1/notes",
    cli: [
      { verb: "list", all: true, example: "--tag shop --limit 5" },
      { verb: "search", all: true, words: ["query…"], usage: "<words>…", example: "wifi password" },
    ],
  }),
  create: defineOperation({
    name: "notes.create",
    summary: "Save a note.",
    input: z.object({ text, title, tags }),
    output: note,
    effect: "create",
    undo: "history",
    scope: "chat",
    http: "POST /v1/notes",
    cli: { verb: "add", words: ["text…"], flags: { tag: "tags" }, example: "buy milk --tag shop" },
  }),
  update: defineOperation({
    name: "notes.update",
    summary: "Change a note. Omitted fields keep their values.",
    input: z.object({ id, text: text.optional(), title, tags }),
    output: note,
    effect: "change",
    undo: "history",
    scope: "chat",
    http: "PATCH /v1/notes/{id}",
    cli: {
      verb: "update",
      words: ["id"],
      flags: { tag: "tags" },
      example: "n1 --title Shopping",
    },
  }),
  delete: defineOperation({
    name: "notes.delete",
    summary: "Delete a note.",
    input: z.object({ id }),
    output: nothing,
    effect: "delete",
    undo: "history",
    scope: "chat",
    http: "DELETE /v1/notes/{id}",
    cli: { verb: "delete", words: ["id"], example: "n1" },
  }),
};
