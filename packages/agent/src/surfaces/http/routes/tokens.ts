import { z } from "zod";
import { TOKEN_SCOPES } from "../../../kernel/token-scope.ts";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage } from "../../../operations/pages.ts";
import { defineRoute, type Route } from "../route.ts";

const TAGS = ["tokens"];

const token = z.object({
  id: z.string(),
  name: z.string(),
  person: z.string().describe("As whom it acts."),
  owner: z.string().describe("What that person is called."),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  createdAt: z.number(),
  expiresAt: z.number().nullable().describe("Null for one that does not end by itself."),
  lastUsedAt: z.number().nullable().describe("To the minute."),
  revokedAt: z.number().nullable(),
});

const newToken = z.object({
  name: z.string().min(1).max(100).describe("What it is for."),
  scopes: z.array(z.enum(TOKEN_SCOPES)).min(1).optional().describe("Default: chat."),
  person: z.string().min(1).max(100).optional().describe("Whose it is; yours if left out."),
  days: z.number().positive().max(3650).optional().describe("After how many days it ends."),
});

/** By what programs and browsers are let in. */
export const tokenRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/tokens",
    summary: "Tokens, newest first, without their secrets.",
    tags: TAGS,
    scope: "admin",
    query: pageQuery,
    answers: { 200: pageOf(token) },
    async run({ query }, { call }) {
      const tokens = z.array(token).parse(await call("tokens.list", {}));
      return cutPage(tokens, query, ({ id }) => id);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/tokens",
    summary: "Makes a token; its text is told this once.",
    tags: TAGS,
    scope: "admin",
    body: newToken,
    repeat: "never",
    answers: { 201: token.extend({ token: z.string().describe("Keep it secret.") }) },
    run: ({ body }, { call }) => call("tokens.create", body),
  }),
  defineRoute({
    method: "DELETE",
    path: "/v1/tokens/{id}",
    summary: "Takes a token back.",
    tags: TAGS,
    scope: "admin",
    params: z.object({ id: z.string().min(1).max(100) }),
    answers: { 204: null },
    async run({ params }, { call }) {
      await call("tokens.revoke", params);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/links",
    summary: "An address that signs a browser in as you, once, within ten minutes.",
    tags: TAGS,
    scope: "admin",
    repeat: "never",
    answers: { 201: z.object({ url: z.string(), expiresAt: z.number() }) },
    run: (_request, { call }) => call("tokens.link", {}),
  }),
  defineRoute({
    method: "DELETE",
    path: "/v1/browsers",
    summary: "Signs all your browsers out.",
    tags: TAGS,
    scope: "admin",
    answers: { 200: z.object({ browsers: z.int().describe("How many were signed in.") }) },
    run: (_request, { call }) => call("tokens.sign-out", {}),
  }),
];
