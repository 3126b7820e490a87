import type { LookupAddress } from "node:dns";
import { Fault } from "@reeve/sdk";
import { MAX_REDIRECTS } from "../web.ts";
import { checkUrl } from "./check-url.ts";
import { isLoopbackAddress, isPublicAddress } from "./is-public-address.ts";
import { readBody } from "./read-body.ts";
import { explainFailure, requestPage } from "./request-page.ts";
import { type AddressRule, allowedAddresses, resolveHost } from "./resolve-host.ts";

export interface DownloadOptions {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Downloads a file over https from a public address, or from this machine, and follows redirects under the same rule.
 * Throws `denied` for other addresses, `exhausted` beyond `maxBytes`, and `missing` or `unavailable` for statuses that
 * are no success. The rule has to be given in tests only.
 */
export async function download(
  address: string,
  { maxBytes, signal }: DownloadOptions,
  resolve: AddressRule["resolve"] = resolveHost,
): Promise<Buffer> {
  let url = checkUrl(address, { blockedPorts: [] });
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await requestPage(url, {
      addresses: await addressesOf(url, resolve),
      signal,
    });
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode === 200)
        return await readBody(response, { maxBytes }).catch(explainFailure(url, signal));
      if (headers.location === undefined || statusCode < 300 || statusCode >= 400)
        throw new Fault(
          statusCode === 404 || statusCode === 410 ? "missing" : "unavailable",
          `${url.href} returned status ${statusCode}.`,
          { hint: "Check the URL, or try again later." },
        );
      url = checkUrl(headers.location, { base: url, blockedPorts: [] });
    } finally {
      response.destroy();
    }
  }
  throw new Fault("unavailable", `${address} redirects more than ${MAX_REDIRECTS} times.`);
}

/** Without https, only this machine is safe from others on the way. */
async function addressesOf(
  url: URL,
  resolve: AddressRule["resolve"],
): Promise<readonly LookupAddress[]> {
  const isSafe = url.protocol === "https:";
  const isAllowed = (address: string) =>
    isLoopbackAddress(address) || (isSafe && isPublicAddress(address));
  return allowedAddresses(url, { resolve, isAllowed }).catch((error: unknown) => {
    if (isSafe) throw error;
    throw new Fault("denied", `${url.href} is not a https URL.`, {
      hint: "Use https://. Only files on this machine are downloaded without it.",
      cause: error,
    });
  });
}
