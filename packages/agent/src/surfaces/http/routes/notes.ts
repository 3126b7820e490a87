import { z } from "zod";
import { MOST_THINGS, thingParams } from "../own-thing.ts";
import { cutPage, pageOf, pageQuery } from "../pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../tell.ts";

const TAGS = ["notes"];

const note = z.object({
  id: z.string(),
  title: z.string().optional(),
  text: z.string(),
  tags: z.array(z.string()),
  createdAt: z.number(),
  updatedAt: z.number(),
});

const text = z.string().regex(/\S/).max(50_000);
const title = z.string().regex(/\S/).max(300);
const tags = z.array(z.string().regex(/\S/).max(50)).max(20);

/** The notes of who asks. */
export const noteRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/notes",
    summary: "Your notes, newest first; with a query, those that hold its words, best first.",
    tags: TAGS,
    scope: "read",
    query: pageQuery.extend({
      tag: z.string().min(1).max(50).optional(),
      query: z.string().regex(/\S/).max(500).optional(),
    }),
    answers: { 200: pageOf(note) },
    async run({ query }, { call }) {
      const { tag, query: words } = query;
      const listed = await call("notes.list", { tag, query: words, limit: MOST_THINGS });
      return cutPage(tell(z.array(note), listed), query, ({ id }) => id);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/notes",
    summary: "Keep a note.",
    tags: TAGS,
    scope: "chat",
    body: z.object({ text, title: title.optional(), tags: tags.optional() }),
    answers: { 201: note },
    run: async ({ body }, { call, key: id }) =>
      tell(note, await call("notes.create", { id, ...body })),
  }),
  defineRoute({
    method: "PATCH",
    path: "/v1/notes/{id}",
    summary: "Change a note; what is left out stays.",
    tags: TAGS,
    scope: "chat",
    params: thingParams,
    body: z.object({
      text: text.optional(),
      title: title.optional(),
      tags: tags.optional(),
    }),
    answers: { 200: note },
    run: async ({ params, body }, { call }) =>
      tell(note, await call("notes.update", { ...params, ...body })),
  }),
  defineRoute({
    method: "DELETE",
    path: "/v1/notes/{id}",
    summary: "Delete a note; it can be undone.",
    tags: TAGS,
    scope: "chat",
    params: thingParams,
    answers: { 204: null },
    async run({ params }, { call }) {
      await call("notes.delete", params);
    },
  }),
];
