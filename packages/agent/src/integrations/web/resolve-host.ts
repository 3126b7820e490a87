import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { Fault } from "@reeve/sdk";

/** Finds all addresses of a host. */
export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>;

/** Asks the system, as any program would. A host that nobody knows is `missing`. */
export const resolveHost: ResolveHost = (host) =>
  lookup(host, { all: true }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOTFOUND") {
      throw new Fault("missing", `Host not found: ${host}`, {
        hint: "Check the spelling, or find the page with web_search.",
        cause,
      });
    }
    throw new Fault("unavailable", `Cannot resolve the host ${host}: ${cause.code}.`, {
      hint: "Try again later.",
      cause,
    });
  });

/** Which addresses a page may be read from. */
export interface AddressRule {
  readonly resolve: ResolveHost;
  readonly isAllowed: (address: string) => boolean;
}

/**
 * The addresses of the URL's host. `denied` when only one of them is not allowed: a name
 * that leads inside and outside is a trick.
 */
export async function allowedAddresses(
  url: URL,
  { resolve, isAllowed }: AddressRule,
): Promise<readonly LookupAddress[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  const refused = addresses.find(({ address }) => !isAllowed(address));
  if (!refused && addresses.length > 0) return addresses;
  const where = refused
    ? `resolves to ${refused.address}, which is not a public address`
    : "has no IP address";
  throw new Fault("denied", `${url.hostname} ${where}.`, {
    hint: "Only pages on the public internet can be read.",
  });
}
