import { z } from "zod";
import { conversationName } from "@reeve/operations/fields";
import { callIn } from "../call-in.ts";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage, formatCursor, parseCursor } from "../../../operations/pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";

const TAGS = ["agent"];

const model = z.object({
  id: z.string().describe("As provider/model."),
  provider: z.string(),
  contextTokens: z.number(),
  maxOutputTokens: z.number(),
  tools: z.boolean(),
  images: z.boolean(),
  reasoning: z.boolean(),
  price: z
    .object({ input: z.string(), output: z.string() })
    .nullable()
    .describe("For a million tokens, such as $0.25; null where it is not known."),
});

const using = z.object({ model: z.string() });

const entry = z.object({
  at: z.number(),
  level: z.enum(["debug", "info", "warn", "error"]),
  sentence: z.string(),
  fields: z.record(z.string(), z.unknown()),
});
const logPage = z.object({ entries: z.array(entry), next: z.int().nullable() });

/** The agent as a whole. */
export const agentRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/catalogue",
    summary: "The models that are known, by provider.",
    tags: TAGS,
    scope: "read",
    query: pageQuery.extend({ provider: z.string().min(1).max(100).optional() }),
    answers: { 200: pageOf(model) },
    async run({ query }, { call }) {
      const { provider } = query;
      const listed = tell(z.array(model), await call("models.list", { provider }));
      return cutPage(listed, query, ({ id }) => id);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/model",
    summary: "Which model answers in a conversation.",
    tags: TAGS,
    scope: "read",
    query: z.object({ conversation: conversationName.default("own") }),
    answers: { 200: using },
    run: ({ query: { conversation } }, ctx) =>
      callIn(ctx, { conversation, method: "models.use", params: {} }),
  }),
  defineRoute({
    method: "PUT",
    path: "/v1/model",
    summary: "Answer with another model until the agent ends.",
    tags: TAGS,
    scope: "admin",
    query: z.object({ conversation: conversationName.default("own") }),
    body: z.object({ name: z.string().min(1).max(200).describe("As provider/model.") }),
    answers: { 200: using },
    run: ({ query: { conversation }, body }, ctx) =>
      callIn(ctx, { conversation, method: "models.use", params: body }),
  }),
  defineRoute({
    method: "GET",
    path: "/v1/log",
    summary: "What the agent wrote down of what it does, newest first.",
    tags: TAGS,
    scope: "admin",
    query: pageQuery,
    answers: { 200: pageOf(entry) },
    async run({ query: { limit, cursor } }, { call }) {
      const before = cursor === undefined ? undefined : parseCursor(cursor, z.int().min(0));
      const { entries, next } = tell(logPage, await call("log.tail", { before, limit }));
      return { items: entries, next: next === null ? null : formatCursor(next) };
    },
  }),
];
