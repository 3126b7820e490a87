import { z } from "zod";
import { id, words } from "./fields.ts";
import { defineOperation } from "./operation.ts";
import { pageOf, pageQuery } from "./pages.ts";

const status = z.enum(["unread", "done"]);

const item = z.object({
  id: z.string(),
  url: z.string().optional(),
  title: z.string(),
  summary: z.string().optional(),
  text: z.string().optional(),
  tags: z.array(z.string()),
  status,
  createdAt: z.number(),
  doneAt: z.number().optional(),
});

export type ReadingItem = z.output<typeof item>;

const url = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .describe("Of a page: http or https.");
const text = words(50_000);
const tags = z.array(words(50)).max(20).optional();

/** The reading list of the person who asks. */
export const readLater = {
  list: defineOperation({
    name: "reading.list",
    summary: "What you saved to read, newest first.",
    input: pageQuery.extend({
      status: status.optional(),
      tag: z.string().min(1).max(50).optional(),
    }),
    output: pageOf(item),
    effect: "read",
    scope: "read",
    http: "GET /v1/read-later",
    cli: { verb: "list" },
  }),
  save: defineOperation({
    name: "reading.save",
    summary: "Save an address, or a text.",
    input: z.union([z.object({ url, text: text.optional(), tags }), z.object({ text, tags })]),
    output: item,
    effect: "create",
    scope: "chat",
    http: "POST /v1/read-later",
    cli: { verb: "save", words: ["text…"], usage: "<address or text>…" },
  }),
  finish: defineOperation({
    name: "reading.finish",
    summary: "Mark something as read.",
    input: z.object({ id }),
    output: item,
    effect: "change",
    scope: "chat",
    http: "POST /v1/read-later/{id}/done",
    cli: { verb: "done", words: ["id"] },
  }),
};
