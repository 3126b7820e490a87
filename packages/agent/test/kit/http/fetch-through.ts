import type { OpenApi } from "./open-api.ts";

/** Creates a `fetch` that calls an API of the kit, with the token and the key of the request. */
export function fetchThrough(api: Pick<OpenApi, "ask">): typeof fetch {
  return async (url, { method = "GET", body, headers } = {}) => {
    const { pathname, search } = new URL(url instanceof Request ? url.url : url);
    const sent = new Headers(headers);
    const key = sent.get("idempotency-key");
    const token = sent.get("authorization")?.replace("Bearer ", "");
    const answer = await api.ask(`${method} ${pathname}${search}`, {
      ...(typeof body === "string" && { body: JSON.parse(body) }),
      ...(key !== null && { key }),
      ...(token !== undefined && { token }),
    });
    const text = answer.body === null ? null : JSON.stringify(answer.body);
    return new Response(text, { status: answer.status });
  };
}
