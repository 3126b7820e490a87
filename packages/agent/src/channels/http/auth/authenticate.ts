import type { Access } from "../../../core/access.ts";
import type { Rate } from "../rate.ts";
import type { GatewayCaller } from "../route.ts";
import { isCsrfToken } from "./csrf.ts";
import { clientNetwork } from "./client-network.ts";
import { sessionIn } from "./cookies.ts";

export interface Throttle {
  /** Rate of one address. */
  readonly own: Rate;
  /** Rate of all addresses together. */
  readonly all: Rate;
}

export interface AuthRequest {
  readonly method: string;
  readonly headers: Headers;
  /** URL as the browser sees it. */
  readonly url: URL;
}

export type Authenticated =
  | { readonly type: "caller"; readonly caller: GatewayCaller }
  | { readonly type: "nobody" }
  | { readonly type: "wrong" }
  /** Signed in, but the request may come from another site's page. */
  | { readonly type: "forged"; readonly reason: string };

/** Identifies the caller of a request. */
export async function authenticate(
  asking: AuthRequest,
  access: Pick<Access, "byToken" | "byCookie">,
): Promise<Authenticated> {
  const shown = readCredentials(asking.headers);
  if (shown.via === "nothing") return { type: "nobody" };
  const { via, text } = shown;
  const admitted = await (via === "token" ? access.byToken(text) : access.byCookie(text));
  if (!admitted) return { type: "wrong" };
  const reason = via === "cookie" ? findForgery(asking, text) : undefined;
  if (reason !== undefined) return { type: "forged", reason };
  return { type: "caller", caller: admitted };
}

/**
 * Counts one more failure of an address. Returns the seconds after which it may try again, or zero.
 */
export function countFailure({ own, all }: Throttle, address: string): number {
  return Math.max(own.take(clientNetwork(address)), all.take(""));
}

/** Browsers add cookies to requests that any page causes. */
function findForgery({ method, headers, url }: AuthRequest, session: string): string | undefined {
  const origin = headers.get("origin");
  if (origin !== null && origin !== url.origin)
    return `Requests from the origin ${origin} are not allowed.`;
  if (isSafe(method)) return undefined;
  if (origin === null) return "The Origin header is missing.";
  if (isCsrfToken(headers.get("x-csrf-token"), session)) return undefined;
  return "The x-csrf-token header is missing or invalid.";
}

function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

type Credentials =
  | { readonly via: "token"; readonly text: string }
  | { readonly via: "cookie"; readonly text: string }
  | { readonly via: "nothing" };

/** Returns the credentials of a request. A token takes precedence over a cookie. */
function readCredentials(headers: Headers): Credentials {
  const key = headers.get("x-api-token");
  if (key !== null) return { via: "token", text: key.trim() };
  const authorization = headers.get("authorization");
  if (authorization !== null)
    return { via: "token", text: /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? "" };
  const session = sessionIn(headers.get("cookie"));
  return session === undefined ? { via: "nothing" } : { via: "cookie", text: session };
}
