import { createHash, createHmac } from "node:crypto";
import { Fault } from "@reeve/sdk";
import {
  type IncomingWebhooks,
  type ResolvedWebhook,
  WEBHOOK_CHANNEL,
} from "../../core/incoming-webhooks.ts";
import type { Inbox } from "../../core/inbox.ts";
import type { Clock } from "../../kernel/clock.ts";
import { audienceOf, labelOfSource } from "../../kernel/label.ts";
import type { HookCalls, HookRequest } from "../hooks.ts";
import type { Channel } from "../kit/channel.ts";
import { renderTemplate } from "./render-template.ts";
import { isSameText, isSignedBy } from "../../kernel/webhook-signature.ts";

export interface HookChannelDeps {
  readonly hooks: IncomingWebhooks;
  readonly clock: Clock;
}

const MINUTE_MS = 60_000;
/** Maximum length of a caller's id. Longer ids are replaced by a digest. */
const MAX_ID = 200;

/** Creates the channel on which programs start turns. It cannot answer approvals. */
export function createHookChannel({ hooks, clock }: HookChannelDeps): Channel & HookCalls {
  const calls = new Map<string, readonly number[]>();
  let inbox: Inbox | undefined;

  /** Counts a call, unless the limit per minute is reached. */
  const count = ({ name, perMinute }: ResolvedWebhook, now: number) => {
    const recent = (calls.get(name) ?? []).filter((at) => at > now - MINUTE_MS);
    if (recent.length >= perMinute)
      throw new Fault("exhausted", `${name} exceeded its limit of ${perMinute} calls per minute.`, {
        hint: `Try again later, or raise the limit: reeve incoming-webhooks update ${name} --per-minute`,
      });
    calls.set(name, [...recent, now]);
  };

  return {
    name: WEBHOOK_CHANNEL,
    canAsk: false,

    async listen(opened, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      signal.addEventListener("abort", () => resolve(), { once: true });
      inbox = opened;
      if (!signal.aborted) await promise;
      inbox = undefined;
    },

    async receive(name, request) {
      if (!inbox)
        throw new Fault("unavailable", "The agent is not running.", {
          hint: "Send the request again later.",
        });
      const now = clock.now();
      const hook = await hooks.find(name);
      if (!hook || !isFromCaller(request, { secret: hook.secret.reveal(), now }))
        throw new Fault(
          "denied",
          `No incoming webhook named ${name}, or the signature or secret is wrong.`,
          {
            hint: "Sign the request the way Standard Webhooks or GitHub does, or send the secret as a bearer token.",
          },
        );
      count(hook, now);
      const { message, outcome, reason } = await inbox.deliver(toEnvelope(hook, request, now));
      return { message, outcome: outcomeOf(outcome), ...(reason !== undefined && { reason }) };
    },
  };
}

function outcomeOf(outcome: Awaited<ReturnType<Inbox["deliver"]>>["outcome"]) {
  if (outcome === "queued" || outcome === "repeat") return outcome;
  return "ignored";
}

function toEnvelope(hook: ResolvedWebhook, request: HookRequest, now: number) {
  const { name, address, integrity, person, maker } = hook;
  const audience = audienceOf({ chat: hook.chat, kind: address.kind, uid: person });
  return {
    id: `hook:${name}:${idOf(request)}`,
    edit: 0,
    address,
    sender: { id: person, name: maker },
    text: renderTemplate(hook.template, { name, ...request }),
    sentAt: now,
    scheduled: {
      job: name,
      hook: name,
      instant: now,
      label: labelOfSource({ kind: "hook", where: name, integrity }, audience),
    },
  };
}

/** Returns the caller's id of this request, or a digest of its content. */
function idOf({ headers, body }: HookRequest): string {
  const named =
    headers["webhook-id"] ?? headers["x-github-delivery"] ?? headers["idempotency-key"] ?? "";
  if (named !== "" && named.length <= MAX_ID) return named;
  return createHash("sha256")
    .update(named === "" ? body : named)
    .digest("hex");
}

/**
 * Whether a request proves that its sender knows the secret: signed as Standard Webhooks says, or
 * as GitHub does, or with the secret as a bearer token. `now` is in Unix milliseconds.
 */
function isFromCaller(
  { headers, body }: HookRequest,
  { secret, now }: { readonly secret: string; readonly now: number },
): boolean {
  const signature = headers["webhook-signature"];
  if (signature !== undefined) {
    const { "webhook-id": id = "", "webhook-timestamp": timestamp = "" } = headers;
    return isSignedBy(
      { id, timestamp: Number(timestamp || Number.NaN), body, signature },
      { secret, now },
    );
  }
  const github = headers["x-hub-signature-256"];
  if (github !== undefined) {
    const digest = createHmac("sha256", secret).update(body).digest("hex");
    return isSameText(github, `sha256=${digest}`);
  }
  const [, token] = /^Bearer (.+)$/i.exec(headers["authorization"] ?? "") ?? [];
  return token !== undefined && isSameText(token, secret);
}
