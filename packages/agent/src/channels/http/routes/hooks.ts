import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { HOOK_NAME } from "@reeve/operations/agent/hooks";
import type { WebhookRoute } from "../../kit/webhook-route.ts";
import { defineOpenRoute, type Route } from "../route.ts";

const TAGS = ["hooks"];

const name = z.string().regex(HOOK_NAME).describe("The webhook's name.");

const receipt = z.object({
  message: z.string().describe("The id of the message that the call created."),
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
  return new Fault("missing", `Not found: /hooks/${wanted}`, {
    hint: "Configure the channel to receive webhooks. See `channels` in the settings.",
  });
}

/** Receives what platforms and programs send: raw bytes, signed by them. */
export const hookRoutes: readonly Route[] = [
  defineOpenRoute({
    method: "GET",
    path: "/hooks/{name}",
    summary: "Answer a platform's request to verify a channel.",
    description:
      "Only for channels that a platform calls, such as /hooks/whatsapp. Each channel's platform authenticates with that channel's own secret.",
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
    summary: "Start a turn from the request's content.",
    description:
      "Sign the request the way Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature) or GitHub (X-Hub-Signature-256) does, or send the webhook's secret as a bearer token. A repeated request, recognized by webhook-id, X-GitHub-Delivery, Idempotency-Key or otherwise by its body, does not start a second turn. Requests to a channel, such as /hooks/telegram-bot, use the platform's own signatures and responses.",
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
