import type { LookupAddress } from "node:dns";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { Fault } from "@reeve/sdk";

const HEADERS = {
  accept:
    "text/html,application/xhtml+xml,text/plain,application/json,application/xml;q=0.9,*/*;q=0.1",
  "accept-encoding": "gzip, deflate, br",
  "user-agent": "Mozilla/5.0 (compatible; Reeve)",
};

/**
 * Requests a page once, at one of the given addresses. The name is not resolved again, so the
 * checked address is the one that is used. The caller destroys the response.
 */
export async function requestPage(
  url: URL,
  { addresses, signal }: { addresses: readonly LookupAddress[]; signal: AbortSignal },
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { get } = url.protocol === "https:" ? https : http;
  // A separate agent: a reused connection or a proxy would bypass the check.
  get(url, { agent: false, headers: HEADERS, lookup: lookupOf(addresses), signal })
    .once("response", resolve)
    .on("error", reject);
  return promise.catch(explainFailure(url, signal));
}

/** Errors between two hosts are network errors. */
export function explainFailure(url: URL, signal: AbortSignal): (cause: unknown) => never {
  return (cause) => {
    if (cause instanceof Fault) throw cause;
    if (signal.aborted) throw new Fault("aborted", `Reading ${url.host} was cancelled.`, { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Fault("unavailable", `Failed to read ${url.host}: ${reason}.`, {
      hint: "Check the URL, or try again later.",
      cause,
    });
  };
}

/** Returns a lookup with fixed addresses: the name is not resolved again. */
export function lookupOf(addresses: readonly LookupAddress[]): LookupFunction {
  return (host, { all }, callback) => {
    const [first] = addresses;
    if (!first) return callback(new Error(`no address for ${host}`), "");
    if (all) return callback(null, [...addresses]);
    return callback(null, first.address, first.family);
  };
}
