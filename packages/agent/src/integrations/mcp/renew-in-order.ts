import type { FetchLike } from "@modelcontextprotocol/client";
import { z } from "zod";
import { parseJson } from "../../kernel/text/parse-json.ts";
import { createInOrder } from "../../platform/serial-queue.ts";

const renewal = z.object({ refresh_token: z.string() });

/**
 * Sends renewals of tokens one after the other. Servers may accept a refresh token only once and answer with a
 * new one: a second renewal with the old token gets the same answer, and the login stays.
 */
export function renewInOrder(fetch: FetchLike): FetchLike {
  const inOrder = createInOrder();
  let latest: { readonly token: string; readonly body: string } | undefined;
  return (url, init) => {
    const token = refreshTokenOf(init);
    if (token === undefined) return fetch(url, init);
    return inOrder(async () => {
      if (latest?.token === token)
        return new Response(latest.body, { headers: { "content-type": "application/json" } });
      const response = await fetch(url, init);
      const body = await response.clone().text();
      const renewed = response.ok ? renewal.safeParse(parseJson(body)?.value).data : undefined;
      if (renewed && renewed.refresh_token !== token) latest = { token, body };
      return response;
    });
  };
}

/** Returns the token of a request that renews tokens (RFC 6749, section 6). */
function refreshTokenOf(init: RequestInit | undefined): string | undefined {
  const { body } = init ?? {};
  if (!(body instanceof URLSearchParams) || body.get("grant_type") !== "refresh_token")
    return undefined;
  return body.get("refresh_token") ?? undefined;
}
