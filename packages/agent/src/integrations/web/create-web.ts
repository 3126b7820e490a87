import type { Web } from "@reeve/sdk";
import { fetchPage, type FetchRules } from "./fetch-page.ts";
import { isPublicAddress } from "./is-public-address.ts";
import { resolveHost } from "./resolve-host.ts";

/** The public web, and nothing that is reached only from inside. The rules have to be given in tests only. */
export function createWeb({
  blockedPorts,
  resolve = resolveHost,
  isAllowed = isPublicAddress,
}: Pick<FetchRules, "blockedPorts"> & Partial<FetchRules>): Web {
  const rules = { blockedPorts, resolve, isAllowed };
  return { fetch: (url, { signal }) => fetchPage(url, rules, signal) };
}
