import { z } from "zod";
import { TOKEN_SCOPES } from "../access.ts";
import { id, nothing, words } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const token = z
  .object({
    id: z.string(),
    name: z.string(),
    person: z.string().describe("The person the token acts as."),
    owner: z.string().describe("The name of the person the token acts as."),
    scopes: z.array(z.enum(TOKEN_SCOPES)),
    createdAt: z.number(),
    expiresAt: z.number().nullable().describe("When the token expires; null if it never does."),
    lastUsedAt: z.number().nullable().describe("When the token was last used, to the minute."),
    revokedAt: z.number().nullable(),
  })
  .meta({ id: "ApiToken" });

export type TokenView = z.output<typeof token>;

/** API tokens and browser sessions. People see and create their own; the owner, everyone's. */
export const tokens = {
  list: defineOperation({
    name: "tokens.list",
    summary: "List API tokens, newest first, without their secrets.",
    input: pageQuery,
    output: pageOf(token),
    effect: "read",
    scope: "admin",
    http: "GET /v1/tokens",
    cli: { verb: "list", all: true, example: "--limit 10" },
  }),
  create: defineOperation({
    name: "tokens.create",
    summary: "Create an API token. Its secret is shown only once.",
    input: z.object({
      name: words(100).describe("What the token is for."),
      scopes: z
        .array(z.enum(TOKEN_SCOPES))
        .min(1)
        .optional()
        .describe(
          "What the token may do. Each scope includes the scopes before it. Default: chat.",
        ),
      person: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe("The person the token acts as, by id or name. Default: you."),
      days: z
        .number()
        .positive()
        .max(3650)
        .optional()
        .describe("The number of days until the token expires. By default, it never expires."),
    }),
    output: token.extend({
      token: z.string().describe("The token's secret value, which is shown only once."),
    }),
    effect: "create",
    undo: "tokens.revoke",
    repeat: "never",
    scope: "admin",
    http: "POST /v1/tokens",
    cli: {
      verb: "create",
      words: ["name…"],
      flags: { scope: "scopes", for: "person" },
      example: "my phone --scope chat --days 30",
    },
  }),
  revoke: defineOperation({
    name: "tokens.revoke",
    summary: "Revoke an API token.",
    input: z.object({ id }),
    output: nothing,
    effect: "delete",
    scope: "admin",
    http: "DELETE /v1/tokens/{id}",
    cli: { verb: "revoke", words: ["id"], example: "3f2a90c1d4b5e677" },
  }),
  link: defineOperation({
    name: "tokens.link",
    summary: "Create a one-time sign-in link for your browser. The link expires after ten minutes.",
    input: z.object({}),
    output: z.object({ url: z.string(), expiresAt: z.number() }),
    effect: "create",
    repeat: "never",
    scope: "admin",
    http: "POST /v1/links",
    cli: { verb: "link" },
  }),
  signOut: defineOperation({
    name: "tokens.sign-out",
    summary: "Sign out all your browsers.",
    input: z.object({}),
    output: z.object({
      browsers: z.int().describe("The number of browsers that were signed out."),
    }),
    effect: "delete",
    scope: "admin",
    http: "DELETE /v1/browsers",
    cli: { verb: "sign-out" },
  }),
};
