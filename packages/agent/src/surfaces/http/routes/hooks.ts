import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { HOOK_NAME, RESERVED_HOOKS } from "../../../core/hooks.ts";
import type { WebhookRoute } from "../../webhook-route.ts";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage } from "../../../operations/pages.ts";
import { defineOpenRoute, defineRoute, type Route } from "../route.ts";

const TAGS = ["hooks"];

const name = z.string().regex(HOOK_NAME).describe("The hook's name.");

const hook = z.object({
  name: z.string(),
  path: z.string().describe("Where programs call it."),
  place: z.string().describe("The chat in which it is answered."),
  template: z.string(),
  role: z.enum(["owner", "admin", "member", "guest", "stranger"]),
  trust: z.enum(["owner", "member", "stranger", "web", "tool"]),
  perMinute: z.number(),
  state: z.enum(["on", "off"]),
  maker: z.string(),
  createdAt: z.number(),
});

const settings = {
  place: z
    .object({ surface: z.string().min(1).max(100), chat: z.string().min(1).max(500) })
    .describe("The chat in which it is answered; without it, one of its own.")
    .optional(),
  template: z
    .string()
    .min(1)
    .max(10_000)
    .describe(
      "What the agent is told. {{body}} stands for all that was sent, {{body.pull_request.title}} for a part, {{headers.x-github-event}} for a header.",
    )
    .optional(),
  role: z
    .enum(["guest", "member", "admin", "owner"])
    .describe("What its turns may do at most. Default: guest.")
    .optional(),
  trust: z
    .enum(["member", "stranger", "web", "tool"])
    .describe("Whose word what is sent counts as. Default: stranger.")
    .optional(),
  perMinute: z
    .int()
    .min(1)
    .max(6000)
    .describe("How often it may be called. Default: 30.")
    .optional(),
};

const secret = z.string().min(16).max(200).regex(/^\S+$/);

const newHook = z.object({
  name,
  secret: secret.describe("Without it, one is made.").optional(),
  ...settings,
});

const change = z.object({
  ...settings,
  enabled: z.boolean().optional(),
  rotate: z.boolean().describe("Make a new secret; the old one is void.").optional(),
});

const receipt = z.object({
  message: z.string().describe("The message that it became."),
  outcome: z.enum(["queued", "repeat", "ignored"]),
  reason: z.string().optional(),
});

interface PlatformCall {
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly method: string;
  readonly url: URL;
}

async function answerPlatform(
  route: WebhookRoute,
  { headers, bytes: body, method, url }: PlatformCall,
): Promise<Response> {
  if (body.byteLength > route.maxBytes) return new Response(null, { status: 413 });
  const request = { method, headers: Object.fromEntries(headers), query: url.searchParams, body };
  const { status, body: text, headers: own = {} } = await route.answer(request);
  return new Response(text ?? null, { status, headers: own });
}

function noHook(wanted: string): Fault {
  return new Fault("missing", `Nothing answers at /hooks/${wanted}.`, {
    hint: "Its surface has to be configured to be called: see channels in the settings.",
  });
}

/** What programs call to start turns, and which of them may. */
export const hookRoutes: readonly Route[] = [
  defineOpenRoute({
    method: "GET",
    path: "/hooks/{name}",
    summary: "Where a platform asks whether its surface is there.",
    description: `For the surfaces ${RESERVED_HOOKS.join(" and ")} only; each has a secret of its own by which its platform proves who it is.`,
    tags: TAGS,
    scope: "open",
    params: z.object({ name }),
    answers: { 200: null },
    async run({ params, bytes, headers, method, url }, ctx) {
      const route = (await ctx.agent()).routes?.get(params.name);
      if (!route) throw noHook(params.name);
      return answerPlatform(route, { headers, bytes, method, url });
    },
  }),
  defineOpenRoute({
    method: "POST",
    path: "/hooks/{name}",
    summary: "Starts a turn with what is sent.",
    description:
      "Signed as Standard Webhooks says (webhook-id, webhook-timestamp, webhook-signature) or as GitHub does (X-Hub-Signature-256), or with the hook's secret as a bearer token. What came before, by webhook-id, X-GitHub-Delivery, Idempotency-Key or else its body, starts nothing again. What platforms send to a surface, as to /hooks/telegram-bot, is signed as they sign it and answered as they expect it.",
    tags: TAGS,
    scope: "open",
    params: z.object({ name }),
    isRaw: true,
    repeat: "again",
    answers: { 202: receipt },
    async run({ params, bytes, headers, method, url }, ctx) {
      const { hooks, routes } = await ctx.agent();
      const route = routes?.get(params.name);
      if (route) return answerPlatform(route, { headers, bytes, method, url });
      const body = Buffer.from(bytes).toString("utf8");
      return hooks.receive(params.name, { headers: Object.fromEntries(headers), body });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/hooks",
    summary: "What programs may call, and what happens then.",
    tags: TAGS,
    scope: "admin",
    query: pageQuery,
    answers: { 200: pageOf(hook) },
    async run({ query }, { call }) {
      const hooks = z.array(hook).parse(await call("hooks.list", {}));
      return cutPage(hooks, query, (one) => one.name);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/hooks",
    summary: "Lets programs start turns; the secret is told this once.",
    tags: TAGS,
    scope: "admin",
    body: newHook,
    repeat: "never",
    answers: { 201: hook.extend({ secret: z.string() }) },
    run: ({ body }, { call }) => call("hooks.create", body),
  }),
  defineRoute({
    method: "PATCH",
    path: "/v1/hooks/{name}",
    summary: "Changes a hook, turns it on or off, or gives it a new secret.",
    tags: TAGS,
    scope: "admin",
    params: z.object({ name }),
    body: change,
    answers: { 200: hook.extend({ secret: z.string().optional() }) },
    run: ({ params, body }, { call }) => call("hooks.update", { ...body, ...params }),
  }),
  defineRoute({
    method: "DELETE",
    path: "/v1/hooks/{name}",
    summary: "Lets nobody call it any more.",
    tags: TAGS,
    scope: "admin",
    params: z.object({ name }),
    answers: { 204: null },
    async run({ params }, { call }) {
      await call("hooks.remove", params);
    },
  }),
];
