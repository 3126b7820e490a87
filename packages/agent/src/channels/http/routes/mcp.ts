import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { Idempotency } from "../../../core/idempotency.ts";
import { attempt } from "../../../kernel/attempt.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { NewId } from "../../../kernel/ids.ts";
import type { Log } from "../../../platform/log.ts";
import { listAllowedHosts } from "../auth/allowed-hosts.ts";
import type { HttpConfig } from "../config.ts";
import { createIdempotentRequests } from "../idempotent-request.ts";
import type { McpCaller } from "../mcp/mcp-caller.ts";
import { createMcpEndpoint, type McpEndpoint } from "../mcp/mcp-endpoint.ts";
import {
  type AnswerShape,
  defineRoute,
  type Route,
  type RouteContext,
  type RouteRequest,
} from "../route.ts";
import { EVENT_STREAM_TYPE } from "../streams/sse-response.ts";

export interface McpRouteDeps {
  readonly config: Pick<HttpConfig, "host" | "publicUrl" | "allowedHosts">;
  readonly repeats: Idempotency;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  /** Version of Reeve. */
  readonly version: string;
}

const message = z
  .looseObject({ jsonrpc: z.literal("2.0") })
  .meta({ id: "JsonRpcMessage" })
  .describe("A JSON-RPC message.");

const ANSWERS: Readonly<Record<number, AnswerShape>> = {
  200: [
    message,
    {
      type: EVENT_STREAM_TYPE,
      description: "Progress and the response, as a stream of JSON-RPC messages.",
      schema: z.array(message),
    },
  ],
  202: null,
  499: null,
  ...Object.fromEntries([400, 404, 406, 413, 415].map((status) => [status, message])),
};

/** The agent's tools for MCP clients. */
export function mcpRoutes(deps: McpRouteDeps): readonly Route[] {
  const once = createIdempotentRequests(deps.repeats);
  return mcpRoutesOf(
    createMcpEndpoint<McpCaller>({
      ...deps,
      serve: async (callerOf) => {
        const { createMcpServer } = await import("../mcp/create-mcp-server.ts");
        return createMcpServer({ ...deps, once }, callerOf);
      },
    }),
    deps,
  );
}

/** Routes of an endpoint. */
export function mcpRoutesOf(
  endpoint: McpEndpoint<McpCaller>,
  { config }: Pick<McpRouteDeps, "config">,
): readonly Route[] {
  const hosts = listAllowedHosts(config);
  const common = { path: "/mcp", tags: ["mcp"], scope: "read", repeat: "again" } as const;
  return [
    defineRoute({
      ...common,
      method: "POST",
      summary: "Send a message of the Model Context Protocol (Streamable HTTP).",
      description:
        "Offers the operations that the token may use as tools, and `ask`. Serves revision 2026-07-28 and, with sessions, older ones.",
      isRaw: true,
      answers: ANSWERS,
      run: (request, ctx) => serve(endpoint, { request, ctx, hosts }),
    }),
    defineRoute({
      ...common,
      method: "DELETE",
      summary: "End a session of the Model Context Protocol.",
      answers: { 200: null, 400: message, 404: message },
      run: (request, ctx) => serve(endpoint, { request, ctx, hosts }),
    }),
  ];
}

interface McpExchange {
  readonly request: Pick<
    RouteRequest<unknown, unknown, unknown>,
    "url" | "method" | "headers" | "bytes"
  >;
  readonly ctx: RouteContext;
  readonly hosts: ReadonlySet<string>;
}

async function serve(
  endpoint: McpEndpoint<McpCaller>,
  { request: { url, method, headers, bytes }, ctx, hosts }: McpExchange,
): Promise<Response> {
  refuseOrigin(headers.get("origin"), hosts);
  const { caller, key, ask, agent, stopping } = ctx;
  const over = new AbortController();
  const watching = ctx.watch(() => over.abort());
  const request = new Request(url, {
    method,
    headers,
    signal: AbortSignal.any([ctx.signal, over.signal]),
    ...(bytes.length > 0 && { body: Buffer.from(bytes) }),
  });
  const { id, person, scopes } = caller;
  const sender = { id, session: undefined, person, scopes, key, ask, agent, stopping };
  const answering = await attempt(endpoint.handle(request, sender, over.signal));
  if (answering.status === "fulfilled") return whenSent(answering.value, watching);
  watching[Symbol.dispose]();
  throw answering.reason;
}

/** The protocol requires this, so that pages of other sites cannot reach a server on their visitor's machine. */
function refuseOrigin(origin: string | null, hosts: ReadonlySet<string>): void {
  if (origin === null) return;
  if (URL.canParse(origin) && hosts.has(new URL(origin).hostname)) return;
  throw new Fault("denied", `Requests from the origin ${origin} are not allowed.`, {
    hint: "Add its host name to http.allowedHosts.",
  });
}

/** Disposes of `used` when the body of a response has been sent, or the client has gone. */
function whenSent(response: Response, used: Disposable): Response {
  const { body, status, headers } = response;
  if (!body) {
    used[Symbol.dispose]();
    return response;
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  void attempt(body.pipeTo(writable)).finally(() => used[Symbol.dispose]());
  return new Response(readable, { status, headers });
}
