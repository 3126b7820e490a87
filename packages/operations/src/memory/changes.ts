import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const change = z
  .object({
    id: z.string(),
    at: z.number(),
    kind: z.string(),
    ref: z.string().describe("The changed item's id or path."),
    what: z.string().describe("A description of the change."),
    undoneAt: z.number().nullable(),
  })
  .meta({ id: "Change" });

export type Change = z.output<typeof change>;

/** The history of the caller's memory, notes, tasks, reminders, files and journal. */
export const changes = {
  list: defineOperation({
    name: "changes.list",
    summary: "List your newest 500 changes to memory, notes, tasks, files and the journal.",
    input: pageQuery,
    output: pageOf(change),
    effect: "read",
    scope: "read",
    http: "GET /v1/memory/changes",
    cli: { verb: "history", example: "--limit 10" },
  }),
  undo: defineOperation({
    name: "changes.undo",
    summary: "Undo your latest change, or the change with a given id.",
    input: z.object({
      change: z
        .string()
        .min(1)
        .max(300)
        .optional()
        .describe("The change's id. Default: the latest change."),
    }),
    output: z.object({ undone: z.string().describe("A description of the change.") }),
    effect: "change",
    scope: "admin",
    http: "POST /v1/memory/undo",
    cli: { verb: "undo", words: ["change?"], example: "note:n1" },
  }),
};
