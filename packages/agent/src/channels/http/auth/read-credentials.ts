import { sessionIn } from "./cookies.ts";

export type Credentials =
  | { readonly via: "token"; readonly text: string }
  | { readonly via: "cookie"; readonly text: string }
  | { readonly via: "nothing" };

/** What a request shows to be let in; a token counts before a cookie. */
export function readCredentials(headers: Headers): Credentials {
  const key = headers.get("x-api-token");
  if (key !== null) return { via: "token", text: key.trim() };
  const authorization = headers.get("authorization");
  if (authorization !== null)
    return { via: "token", text: /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? "" };
  const session = sessionIn(headers.get("cookie"));
  return session === undefined ? { via: "nothing" } : { via: "cookie", text: session };
}
