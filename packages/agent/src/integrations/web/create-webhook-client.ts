import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { Fault } from "@reeve/sdk";
import type { WebhooksConfig } from "../webhooks.ts";
import { checkUrl } from "./check-url.ts";
import { isPublicAddress } from "./is-public-address.ts";
import { lookupOf } from "./request-page.ts";
import { type AddressRule, allowedAddresses, resolveHost } from "./resolve-host.ts";

interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface PostAnswer {
  readonly status: number;
  /** How long it asks to be left alone, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** Calls servers that people named, on the public internet unless the config allows others. */
export function createWebhookClient(
  { allowPrivate, timeoutSeconds }: WebhooksConfig,
  { resolve = resolveHost }: Partial<Pick<AddressRule, "resolve">> = {},
) {
  const isAllowed = allowPrivate ? () => true : isPublicAddress;
  const addressesOf = (url: URL) => allowedAddresses(url, { resolve, isAllowed });
  return {
    async check(address: string): Promise<void> {
      await addressesOf(checkUrl(address, { blockedPorts: [] }));
    },
    async post(request: PostRequest, signal: AbortSignal): Promise<PostAnswer> {
      const url = checkUrl(request.url, { blockedPorts: [] });
      const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
      const addresses = await addressesOf(url);
      const lookup = lookupOf(addresses);
      const ending = AbortSignal.any([signal, timeout]);
      return post(request, { url, lookup, signal: ending }).catch((cause: unknown) => {
        if (signal.aborted)
          throw new Fault("aborted", `The request to ${url.host} was cancelled.`, { cause });
        const reason = timeout.aborted
          ? `no response within ${timeoutSeconds} seconds`
          : reasonOf(cause);
        throw new Fault("unavailable", `Cannot reach ${url.host}: ${reason}.`, {
          hint: "Check that the receiver is running and responds quickly.",
          cause,
        });
      });
    },
  };
}

interface Target {
  readonly url: URL;
  readonly lookup: ReturnType<typeof lookupOf>;
  readonly signal: AbortSignal;
}

async function post(
  { headers, body }: PostRequest,
  { url, lookup, signal }: Target,
): Promise<PostAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { request } = url.protocol === "https:" ? https : http;
  // An agent of its own: a kept connection, or a proxy, would lead past the check.
  const sent = request(url, {
    method: "POST",
    agent: false,
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
    lookup,
    signal,
  });
  sent.once("response", resolve).on("error", reject).end(body);
  const response = await promise;
  // Only its status says something: what it holds is not read.
  response.destroy();
  const retryAfterMs = toMilliseconds(response.headers["retry-after"]);
  return {
    status: response.statusCode ?? 0,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** Seconds, as most write it; a date is left to the usual pause. */
function toMilliseconds(retryAfter: string | undefined): number | undefined {
  return retryAfter !== undefined && /^\d{1,7}$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : undefined;
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
