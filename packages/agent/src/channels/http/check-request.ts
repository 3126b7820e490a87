import { hasScope, type TokenScope } from "../../kernel/token-scope.ts";
import { type Authenticated, countFailure, type Throttle } from "./auth/authenticate.ts";
import { clientNetwork } from "./auth/client-network.ts";
import type { Rate } from "./rate.ts";
import type { ProblemFacts } from "./problem.ts";
import type { GatewayCaller, Route } from "./route.ts";

export interface CheckRequestDeps {
  readonly rate: Rate;
  readonly throttle: Throttle;
  /** Address of the other side of the connection. */
  readonly address: string;
}

/** Returns why a request is refused, before its body is read; undefined if it is not. */
export function checkRequest(
  route: Route,
  authenticated: Authenticated,
  { rate, throttle, address }: CheckRequestDeps,
): ProblemFacts | undefined {
  const isTry = route.scope === "open" ? route.isLogin : authenticated.type === "wrong";
  const wait = isTry ? countFailure(throttle, address) : 0;
  if (wait > 0) return tooOften(wait, "Too many failed sign-in attempts.");
  const key = authenticated.type === "caller" ? authenticated.caller.id : clientNetwork(address);
  const rest = rate.take(key);
  if (rest > 0) return tooOften(rest, "Too many requests in the last minute.");
  return route.scope === "open" ? undefined : refuseEntry(route.scope, authenticated);
}

function refuseEntry(needed: TokenScope, authenticated: Authenticated): ProblemFacts | undefined {
  switch (authenticated.type) {
    case "nobody":
      return {
        code: "denied",
        status: 401,
        detail: "Authentication required. Send a token, or sign in with a browser.",
        hint: "Create a token with `reeve tokens create <name>` and send it as Authorization: Bearer or X-API-Token.",
        headers: { "www-authenticate": 'Bearer realm="reeve"' },
      };
    case "wrong":
      return {
        code: "denied",
        status: 401,
        detail: "The token or browser session is invalid, expired or revoked.",
        hint: "Create a new token: reeve tokens create <name>. For a browser: reeve open",
        headers: { "www-authenticate": 'Bearer realm="reeve", error="invalid_token"' },
      };
    case "forged":
      return { code: "denied", detail: authenticated.reason };
    case "caller":
      return refuseScope(needed, authenticated.caller);
  }
}

function refuseScope(needed: TokenScope, { scopes }: GatewayCaller): ProblemFacts | undefined {
  if (hasScope(scopes, needed)) return undefined;
  return {
    code: "denied",
    detail: `This request needs the scope "${needed}"; this token has "${scopes.join(", ")}".`,
    hint: `Create another token: reeve tokens create <name> --scope ${needed}`,
    headers: {
      "www-authenticate": `Bearer realm="reeve", error="insufficient_scope", scope="${needed}"`,
    },
  };
}

/** Returns the problem that says when to try again. */
function tooOften(seconds: number, detail: string): ProblemFacts {
  return {
    code: "exhausted",
    detail,
    hint: `Try again in ${seconds} s.`,
    headers: { "retry-after": String(seconds) },
  };
}
