import { z } from "zod";
import { id, words } from "../fields.ts";
import { type DeepReadonly, defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const status = z.enum(["unread", "done"]);

const item = z
  .object({
    id: z.string(),
    url: z.string().optional(),
    title: z.string(),
    summary: z.string().optional(),
    text: z.string().optional(),
    tags: z.array(z.string()),
    status,
    createdAt: z.number(),
    doneAt: z.number().optional(),
  })
  .meta({ id: "ReadingItem" });

export type ReadingItem = DeepReadonly<z.output<typeof item>>;
export type ReadingStatus = z.output<typeof status>;

const url = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .describe("The page's URL, including http:// or https://.");
const text = words(50_000).describe("Text to save, if there is no URL.");
const tags = z.array(words(50)).max(20).optional().describe("A word to group items by.");

/** The caller's reading list. */
export const readLater = {
  list: defineOperation({
    name: "reading.list",
    summary: "List saved pages and saved text, newest first.",
    input: pageQuery.extend({
      status: status.optional().describe("Only unread or only finished items."),
      tag: z.string().min(1).max(50).optional().describe("Only items with this tag."),
    }),
    output: pageOf(item),
    effect: "read",
    scope: "read",
    http: "GET /v1/read-later",
    cli: { verb: "list", all: true, example: "--status unread" },
  }),
  save: defineOperation({
    name: "reading.save",
    summary: "Save a page or some text to read later.",
    input: z.union([z.object({ url, text: text.optional(), tags }), z.object({ text, tags })]),
    output: item,
    effect: "create",
    scope: "chat",
    http: "POST /v1/read-later",
    cli: {
      verb: "save",
      words: ["text…"],
      usage: "<URL or text>…",
      example: "https://example.com/long-read --tag science",
    },
  }),
  finish: defineOperation({
    name: "reading.finish",
    summary: "Mark an item as read.",
    input: z.object({ id }),
    output: item,
    effect: "change",
    scope: "chat",
    http: "POST /v1/read-later/{id}/done",
    cli: { verb: "done", words: ["id"], example: "a1" },
  }),
};
