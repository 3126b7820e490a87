import { z } from "zod";
import { id, nothing, words } from "./fields.ts";
import { defineOperation } from "./operation.ts";
import { pageOf, pageQuery } from "./pages.ts";

const note = z.object({
  id: z.string(),
  title: z.string().optional(),
  text: z.string(),
  tags: z.array(z.string()),
  createdAt: z.number(),
  updatedAt: z.number(),
});

export type Note = z.output<typeof note>;

const text = words(50_000);
const title = words(300).optional();
const tags = z.array(words(50)).max(20).optional();

/** The notes of the person who asks. */
export const notes = {
  list: defineOperation({
    name: "notes.list",
    summary: "Your notes, newest first; with a query, those that hold its words, best first.",
    input: pageQuery.extend({
      tag: z.string().min(1).max(50).optional(),
      query: words(500).optional(),
    }),
    output: pageOf(note),
    effect: "read",
    scope: "read",
    http: "GET /v1/notes",
    cli: [{ verb: "list" }, { verb: "search", words: ["query…"], usage: "<words>…" }],
  }),
  create: defineOperation({
    name: "notes.create",
    summary: "Keep a note.",
    input: z.object({ text, title, tags }),
    output: note,
    effect: "create",
    undo: true,
    scope: "chat",
    http: "POST /v1/notes",
    cli: { verb: "add", words: ["text…"], flags: { tag: "tags" } },
  }),
  update: defineOperation({
    name: "notes.update",
    summary: "Change a note; what is left out stays.",
    input: z.object({ id, text: text.optional(), title, tags }),
    output: note,
    effect: "change",
    undo: true,
    scope: "chat",
    http: "PATCH /v1/notes/{id}",
    cli: { verb: "change", words: ["id"], flags: { tag: "tags" } },
  }),
  delete: defineOperation({
    name: "notes.delete",
    summary: "Delete a note; it can be undone.",
    input: z.object({ id }),
    output: nothing,
    effect: "delete",
    undo: true,
    scope: "chat",
    http: "DELETE /v1/notes/{id}",
    cli: { verb: "delete", words: ["id"] },
  }),
};
