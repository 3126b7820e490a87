import { z } from "zod";
import { nothing, words } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

/** Allowed names of an incoming webhook: the end of its URL, /hooks/<name>. */
export const HOOK_NAME = /^[a-z0-9][a-z0-9-]{0,59}$/;

const hook = z
  .object({
    name: z.string(),
    path: z.string().describe("The URL path that programs call."),
    place: z.string().describe("The chat where the webhook's turns run."),
    template: z.string(),
    role: z.enum(["owner", "admin", "member", "guest", "stranger"]),
    trust: z.enum(["owner", "member", "stranger", "web", "tool"]),
    perMinute: z.number(),
    state: z.enum(["on", "off"]),
    maker: z.string(),
    createdAt: z.number(),
  })
  .meta({ id: "IncomingWebhook" });

export type HookView = z.output<typeof hook>;

const name = z
  .string()
  .regex(
    HOOK_NAME,
    "it must contain only lowercase letters, digits and -, and at most 60 characters",
  )
  .describe("The webhook's name, which is the last part of its URL: /hooks/<name>.");

const settings = {
  place: z
    .object({ surface: z.string().min(1).max(100), chat: z.string().min(1).max(500) })
    .optional()
    .describe("The chat where the webhook's turns run. Default: a new chat for this webhook."),
  template: words(10_000)
    .optional()
    .describe(
      "The message to the agent. {{body}} inserts the whole body, {{body.pull_request.title}} inserts one field, and {{headers.x-github-event}} inserts a header.",
    ),
  role: z
    .enum(["guest", "member", "admin", "owner"])
    .optional()
    .describe(
      "The role for the webhook's turns. It cannot be higher than your own role. Default: " +
        "guest.",
    ),
  trust: z
    .enum(["member", "stranger", "web", "tool"])
    .optional()
    .describe("How much to trust the content that the webhook receives. Default: stranger."),
  perMinute: z
    .int()
    .min(1)
    .max(6000)
    .optional()
    .describe("The maximum number of calls per minute. Default: 30."),
};

const toChange = { role: "owner", to: "manage incoming webhooks" } as const;

/** Incoming webhooks: URLs by which programs start turns. */
export const hooks = {
  list: defineOperation({
    name: "hooks.list",
    summary: "List the incoming webhooks.",
    input: pageQuery,
    output: pageOf(hook),
    effect: "read",
    scope: "admin",
    needs: { role: "admin", to: "list incoming webhooks" },
    http: "GET /v1/hooks",
    cli: { verb: "list", all: true, example: "--limit 10" },
  }),
  create: defineOperation({
    name: "hooks.create",
    summary:
      "Create an incoming webhook: a URL that starts a turn when called. The secret is shown only once.",
    input: z.object({
      name,
      secret: z
        .string()
        .min(16)
        .max(200)
        .regex(/^\S+$/, "it must not contain spaces")
        .optional()
        .describe(
          "The secret that callers use to sign requests (the way Standard Webhooks or GitHub does) or send as a bearer token. Default: a newly generated secret.",
        ),
      ...settings,
    }),
    output: hook.extend({ secret: z.string() }),
    effect: "create",
    undo: "hooks.remove",
    scope: "admin",
    needs: toChange,
    repeat: "never",
    http: "POST /v1/hooks",
    cli: { verb: "create", words: ["name"], example: "ci --chat cli/main --role member" },
  }),
  update: defineOperation({
    name: "hooks.update",
    summary: "Change an incoming webhook, turn it on or off, or give it a new secret.",
    input: z.object({
      name,
      ...settings,
      enabled: z.boolean().optional().describe("Whether the webhook accepts calls."),
      rotate: z.boolean().optional().describe("Create a new secret. The old one stops working."),
    }),
    output: hook.extend({ secret: z.string().optional() }),
    effect: "change",
    scope: "admin",
    needs: toChange,
    http: "PATCH /v1/hooks/{name}",
    cli: { verb: "update", words: ["name"], example: "ci --off" },
  }),
  remove: defineOperation({
    name: "hooks.remove",
    summary: "Remove an incoming webhook.",
    input: z.object({ name }),
    output: nothing,
    effect: "delete",
    scope: "admin",
    needs: toChange,
    http: "DELETE /v1/hooks/{name}",
    cli: { verb: "remove", words: ["name"], example: "ci" },
  }),
};
