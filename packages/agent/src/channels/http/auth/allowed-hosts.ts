import type { HttpConfig } from "../config.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const ANY = ["0.0.0.0", "::", "[::]"];

/** The names under which the gateway may be asked; any other may be a page's that points its own name here. */
export function listAllowedHosts({
  host,
  publicUrl,
  allowedHosts,
}: Pick<HttpConfig, "host" | "publicUrl" | "allowedHosts">): ReadonlySet<string> {
  const own = ANY.includes(host) ? [] : [host.includes(":") ? `[${host}]` : host];
  const outside = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return new Set(
    [...LOOPBACK, ...own, ...outside, ...allowedHosts].map((name) => name.toLowerCase()),
  );
}

/**
 * The address that browsers see: a proxy with https forwards with the Host of publicUrl, so
 * the protocol is known by that and no header has to be believed.
 */
export function effectiveUrl(url: URL, configured: string | undefined): URL {
  if (configured === undefined) return url;
  const outside = new URL(configured);
  if (outside.hostname !== url.hostname) return url;
  const seen = new URL(url);
  seen.protocol = outside.protocol;
  seen.port = outside.port;
  return seen;
}
