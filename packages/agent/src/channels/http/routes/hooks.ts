import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { HOOK_NAME } from "@reeve/operations/hooks";
import { RESERVED_WEBHOOKS } from "../../../core/incoming-webhooks.ts";
import type { WebhookRoute } from "../../webhook-route.ts";
import { defineOpenRoute, type Route } from "../route.ts";

const TAGS = ["hooks"];

const name = z.string().regex(HOOK_NAME).describe("The hook's name.");

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

/** Receives what platforms and programs send: raw bytes, signed by them. */
export const hookRoutes: readonly Route[] = [
  defineOpenRoute({
    method: "GET",
    path: "/hooks/{name}",
    summary: "Where a platform asks whether its surface is there.",
    description: `For the surfaces ${RESERVED_WEBHOOKS.join(" and ")} only; each has a secret of its own by which its platform proves who it is.`,
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
];
