import { z } from "zod";
import { findingsView, MEMORY_SOURCES } from "../findings-view.ts";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage, formatCursor, parseCursor } from "../../../operations/pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";

const TAGS = ["memory"];

const id = z.string().min(1).max(100);
const params = z.object({ id });

/** Who is meant where a path or a query names a person. */
const person = z.string().min(1).max(200).describe("A person's name or id.");

const status = z.object({
  files: z.number(),
  passages: z.record(z.string(), z.number()),
  models: z.array(
    z.object({ model: z.string(), dims: z.number(), state: z.string(), waiting: z.number() }),
  ),
});

const forgotten = z.object({
  type: z.enum(["forgotten", "several"]).describe("`several`: nothing went; name one of `hits`."),
  kind: z.string().optional(),
  rows: z.number().optional(),
  hits: z.array(z.object({ id: z.string(), source: z.string(), text: z.string() })).optional(),
});

const profile = z.object({
  person: z.string(),
  name: z.string(),
  text: z.string(),
  fixed: z.string().describe("What was written by hand."),
  updatedAt: z.number().nullable(),
  facts: z.number(),
});

const change = z.object({
  id: z.string(),
  at: z.number(),
  kind: z.string(),
  ref: z.string(),
  what: z.string(),
  undoneAt: z.number().nullable(),
});

const entry = z.object({
  id: z.string(),
  path: z.string(),
  text: z.string(),
  integrity: z.string(),
});

const exported = z.looseObject({ type: z.string() });
const exportedPage = z.object({ rows: z.array(exported), next: z.int().nullable() });

const finish = z.boolean().optional().describe("Wait until not even bytes are left.");

const MOST = 500;

/** What the agent remembers. */
export const memoryRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/memory/search",
    summary: "Search everything that is remembered, by words and by meaning; the best first.",
    tags: TAGS,
    scope: "read",
    query: z.object({
      query: z.string().regex(/\S/).max(1000),
      source: z.enum(MEMORY_SOURCES).optional(),
      limit: z.int().min(1).max(100).default(10),
    }),
    answers: { 200: findingsView },
    run: async ({ query }, { call }) => tell(findingsView, await call("memory.search", query)),
  }),
  defineRoute({
    method: "GET",
    path: "/v1/memory/status",
    summary: "How much is remembered.",
    tags: TAGS,
    scope: "read",
    answers: { 200: status },
    run: async (_request, { call }) => tell(status, await call("memory.status", {})),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/memory/forget",
    summary: "Forget a thing for good, by its id or by words that it holds.",
    tags: TAGS,
    scope: "admin",
    body: z.union([
      z.object({ id: z.string().min(1).max(1000).regex(/\S/), finish }),
      z.object({
        query: z
          .string()
          .max(1000)
          .regex(/\S.*\S/),
        finish,
      }),
    ]),
    answers: { 200: forgotten },
    run: async ({ body }, { call }) => tell(forgotten, await call("memory.forget", body)),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/memory/forget-me",
    summary:
      "Remove everything of yours for good; without the code that this answers with first, it only says so.",
    tags: TAGS,
    scope: "admin",
    repeat: "never",
    body: z.object({ code: z.string().min(1).max(20).optional() }),
    answers: {
      200: z.object({
        type: z.enum(["confirm", "forgotten"]),
        code: z.string().optional(),
        rows: z.int().optional(),
      }),
    },
    run: ({ body }, { call }) => call("memory.forgetMe", body),
  }),
  defineRoute({
    method: "GET",
    path: "/v1/profile",
    summary: "What is known of you, or of another person, in a few sentences.",
    tags: TAGS,
    scope: "read",
    query: z.object({ person: person.optional() }),
    answers: { 200: profile },
    run: async ({ query }, { call }) => tell(profile, await call("memory.profile", query)),
  }),
  defineRoute({
    method: "PUT",
    path: "/v1/profile",
    summary: "Say yourself what is to be known; empty leaves it to the agent.",
    tags: TAGS,
    scope: "admin",
    query: z.object({ person: person.optional() }),
    body: z.object({ text: z.string().max(5000) }),
    answers: { 200: profile },
    run: async ({ query, body }, { call }) =>
      tell(profile, await call("memory.editProfile", { ...query, ...body })),
  }),
  defineRoute({
    method: "GET",
    path: "/v1/memory/changes",
    summary: `Your newest ${MOST} changes of memory, notes, tasks and files.`,
    tags: TAGS,
    scope: "read",
    query: pageQuery,
    answers: { 200: pageOf(change) },
    async run({ query }, { call }) {
      const listed = await call("memory.history", { limit: MOST });
      return cutPage(tell(z.array(change), listed), query, (one) => one.id);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/memory/undo",
    summary: "Take your newest change back, or the one that is named.",
    tags: TAGS,
    scope: "admin",
    body: z.object({ change: z.string().min(1).max(300).optional() }),
    answers: { 200: z.object({ undone: z.string().describe("What it was, in words.") }) },
    run: ({ body }, { call }) => call("memory.undo", body),
  }),
  defineRoute({
    method: "GET",
    path: "/v1/memory/unconfirmed",
    summary: "Entries of the memory files that others stand behind.",
    tags: TAGS,
    scope: "read",
    query: pageQuery,
    answers: { 200: pageOf(entry) },
    async run({ query }, { call }) {
      const listed = await call("memory.unconfirmed", {});
      return cutPage(tell(z.array(entry), listed), query, (one) => one.id);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/memory/unconfirmed/{id}/confirm",
    summary: "Stand behind an entry: conversations begin with it from then on.",
    tags: TAGS,
    scope: "admin",
    params,
    answers: { 200: entry },
    run: async ({ params: asked }, { call }) =>
      tell(entry, await call("memory.confirmEntry", asked)),
  }),
  defineRoute({
    method: "GET",
    path: "/v1/memory/export",
    summary: "All that is kept of you, or for the owner of another person.",
    description: "The size of a page is the agent's own: what was learnt comes with the first one.",
    tags: TAGS,
    scope: "read",
    query: z.object({ cursor: pageQuery.shape.cursor, person: person.optional() }),
    answers: { 200: pageOf(exported) },
    async run({ query: { cursor, person: of } }, { call }) {
      const after = cursor === undefined ? 0 : parseCursor(cursor, z.int().min(0));
      const page = await call("memory.export", { person: of, after });
      const { rows, next } = tell(exportedPage, page);
      return { items: rows, next: next === null ? null : formatCursor(next) };
    },
  }),
];
