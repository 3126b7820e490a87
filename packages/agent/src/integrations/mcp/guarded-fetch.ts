import type { FetchLike } from "@modelcontextprotocol/client";
import { Fault } from "@reeve/sdk";
import type { McpServerConfig } from "../mcp.ts";

/** A request to an address that a server names. */
export interface NamedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/**
 * Sends a request to a public address, and if `isLocal` also to this machine. Follows no redirects, and bounds time and
 * size. Rejects with `denied` for other addresses.
 */
export type SendNamed = (
  request: NamedRequest,
  options: { readonly isLocal: boolean; readonly signal: AbortSignal },
) => Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}>;

/** Maximum size of an answer that is no message of the protocol. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 3;

/** Statuses for which `Response` accepts no body. */
const NO_BODY: readonly number[] = [204, 205, 304];

/**
 * Creates the requests to a server. The owner chose the origins of `url` and `oauth.issuer`. Everything else is an
 * address that the server names, for example of its authorization server: it has to be public, unless the server is
 * on this machine as well.
 */
export function createGuardedFetch(
  { url: address = "", oauth: { issuer } }: Pick<McpServerConfig, "url" | "oauth">,
  send: SendNamed,
): FetchLike {
  const chosen = [address, issuer].map((one) => one && URL.parse(one)?.origin);
  const isLocal = isLoopback(new URL(address).hostname);
  return async (url, init = {}) => {
    const to = new URL(url);
    if (chosen.includes(to.origin)) return fetchOwn(to, init);
    const { method = "GET", body, signal } = init;
    const answer = await send(
      {
        url: to.href,
        method,
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(body && { body: await new Response(body).text() }),
      },
      { isLocal, signal: signal ?? new AbortController().signal },
    );
    const text = NO_BODY.includes(answer.status) ? null : answer.text;
    // The body is no longer compressed.
    const { "content-encoding": _coding, "content-length": _length, ...headers } = answer.headers;
    return new Response(text, { status: answer.status, headers });
  };
}

/** Returns whether a name of a URL means this machine. */
export function isLoopback(hostname: string): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
}

/** Follows redirects inside of the origin only. */
async function fetchOwn(url: URL, init: RequestInit): Promise<Response> {
  let to = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await fetch(to, { ...init, redirect: "manual" });
    const location = response.headers.get("location");
    if (![301, 302, 307, 308].includes(response.status) || location === null)
      return isProtocol(init) ? response : limited(response, url);
    await response.body?.cancel();
    to = new URL(location, to);
    if (to.origin !== url.origin)
      throw new Fault("denied", `${url.origin} redirects to ${to.origin}.`, {
        hint: `If you trust that server, set the url of the MCP server to ${to.origin}.`,
      });
  }
  throw new Fault("unavailable", `${url.origin} redirects too often.`);
}

/** Messages of the protocol accept streams; requests about a login do not. */
function isProtocol({ headers }: RequestInit): boolean {
  return new Headers(headers).get("accept")?.includes("text/event-stream") ?? false;
}

function limited(response: Response, { origin }: URL): Response {
  if (!response.body) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= MAX_BYTES) return controller.enqueue(chunk);
      throw new Fault("exhausted", `${origin} answered with more than ${MAX_BYTES} bytes.`);
    },
  });
  return new Response(response.body.pipeThrough(limit), response);
}
