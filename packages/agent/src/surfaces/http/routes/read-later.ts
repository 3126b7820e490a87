import { z } from "zod";
import { MOST_THINGS, thingParams } from "../own-thing.ts";
import { cutPage, pageOf, pageQuery } from "../pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../tell.ts";

const TAGS = ["read later"];

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

const url = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .describe("Of a page: http or https.");
const text = z.string().regex(/\S/).max(50_000);
const tags = z.array(z.string().regex(/\S/).max(50)).max(20);

/** The reading list of who asks. */
export const readLaterRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/read-later",
    summary: "What you saved to read, newest first.",
    tags: TAGS,
    scope: "read",
    query: pageQuery.extend({
      status: status.optional(),
      tag: z.string().min(1).max(50).optional(),
    }),
    answers: { 200: pageOf(item) },
    async run({ query }, { call }) {
      const { status: wanted, tag } = query;
      const listed = await call("reading.list", { status: wanted, tag, limit: MOST_THINGS });
      return cutPage(tell(z.array(item), listed), query, ({ id }) => id);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/read-later",
    summary: "Save an address, or a text.",
    tags: TAGS,
    scope: "chat",
    body: z.union([
      z.object({ url, text: text.optional(), tags: tags.optional() }),
      z.object({ text, tags: tags.optional() }),
    ]),
    answers: { 201: item },
    run: async ({ body }, { call, key: id }) =>
      tell(item, await call("reading.save", { id, ...body })),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/read-later/{id}/done",
    summary: "Mark something as read.",
    tags: TAGS,
    scope: "chat",
    params: thingParams,
    answers: { 200: item },
    run: async ({ params }, { call }) => tell(item, await call("reading.finish", params)),
  }),
];
