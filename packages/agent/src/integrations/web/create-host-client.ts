import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { checkUrl } from "./check-url.ts";
import { isLoopbackAddress, isPublicAddress } from "./is-public-address.ts";
import { readBody } from "./read-body.ts";
import { explainFailure, lookupOf } from "./request-page.ts";
import { type AddressRule, allowedAddresses, resolveHost } from "./resolve-host.ts";

/** Maximum size of a response. */
const MAX_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

export interface HostRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface HostResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export type HostClient = (request: HostRequest, signal: AbortSignal) => Promise<HostResponse>;

/** Creates the same for what is on this machine itself, which may also name addresses of this machine. */
export function createLocalHostClient(): HostClient {
  return createHostClient({
    isAllowed: (address) => isLoopbackAddress(address) || isPublicAddress(address),
  });
}

/**
 * Creates what sends requests for programs without a network of their own, to public addresses. Redirects are
 * not followed: where they lead is for the program to decide. The rules have to be given in tests only.
 */
export function createHostClient({
  resolve = resolveHost,
  isAllowed = isPublicAddress,
}: Partial<AddressRule> = {}): HostClient {
  return async ({ url: address, method, headers, body }, signal) => {
    const url = checkUrl(address, { blockedPorts: [] });
    const lookup = lookupOf(await allowedAddresses(url, { resolve, isAllowed }));
    const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const answer = Promise.withResolvers<IncomingMessage>();
    const { request } = url.protocol === "https:" ? https : http;
    // A separate agent: a reused connection or a proxy would bypass the check.
    request(url, { method, headers: withoutHost(headers), agent: false, lookup, signal: ending })
      .once("response", answer.resolve)
      .on("error", answer.reject)
      .end(body);
    const response = await answer.promise.catch(explainFailure(url, signal));
    try {
      const read = await readBody(response, { maxBytes: MAX_BYTES }).catch(
        explainFailure(url, signal),
      );
      return {
        status: response.statusCode ?? 0,
        headers: flatten(response.headers),
        text: read.toString(),
      };
    } finally {
      response.destroy();
    }
  };
}

/** Another `Host` would lead to a server that was not declared. */
function withoutHost(headers: HostRequest["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== "host"),
  );
}

function flatten(headers: IncomingMessage["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}
