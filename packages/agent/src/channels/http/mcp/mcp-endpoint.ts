import type { AuthInfo, McpHttpHandler, Server, ServerContext } from "@modelcontextprotocol/server";
import type { NewId } from "../../../kernel/ids.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { createMcpSessions, type McpSessions } from "./mcp-sessions.ts";

/** Sender of a request. Sessions belong to the sender that opened them. */
export interface McpSender {
  readonly id: string;
}

export interface McpEndpointDeps<Sender extends McpSender> {
  /** Creates the server of a session or, since revision 2026-07-28, of one request. */
  readonly serve: (senderOf: (ctx: ServerContext) => Sender) => Promise<Server>;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** MCP over Streamable HTTP. Host, Origin and token have been checked before. */
export interface McpEndpoint<Sender extends McpSender> {
  /** Answers a request. When `over` aborts, the sender may no longer be served. */
  handle(request: Request, sender: Sender, over: AbortSignal): Promise<Response>;
}

/** Maximum number of open change subscriptions, for all clients together. */
const MAX_SUBSCRIPTIONS = 64;

/**
 * Creates the endpoint. Clients of revision 2025-11-25 and older get sessions; newer ones send
 * everything with each request.
 */
export function createMcpEndpoint<Sender extends McpSender>(
  deps: McpEndpointDeps<Sender>,
): McpEndpoint<Sender> {
  const senders = new WeakMap<AuthInfo, Sender>();
  const senderOf = (ctx: ServerContext): Sender => {
    const sender = ctx.http?.authInfo && senders.get(ctx.http.authInfo);
    if (!sender) throw new Error("an MCP request has no sender");
    return sender;
  };
  const serve = () => deps.serve(senderOf);
  let opened: Promise<OpenEndpoint> | undefined;
  return {
    async handle(request, sender, over) {
      opened ??= openEndpoint({ ...deps, serve });
      const { isLegacyRequest, modern, sessions } = await opened;
      const authInfo: AuthInfo = { token: "", clientId: sender.id, scopes: [] };
      senders.set(authInfo, sender);
      if (await isLegacyRequest(request)) return sessions.handle(request, { authInfo, over });
      return modern.fetch(request, { authInfo });
    },
  };
}

interface OpenEndpoint {
  readonly isLegacyRequest: (request: Request) => Promise<boolean>;
  readonly modern: McpHttpHandler;
  readonly sessions: McpSessions;
}

/** Loads the protocol, which most agents never need. */
async function openEndpoint(
  deps: Pick<McpEndpointDeps<McpSender>, "newId" | "clock"> & {
    readonly serve: () => Promise<Server>;
  },
): Promise<OpenEndpoint> {
  const { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } =
    await import("@modelcontextprotocol/server");
  return {
    isLegacyRequest: (request) => isLegacyRequest(request),
    modern: createMcpHandler(deps.serve, {
      legacy: "reject",
      maxSubscriptions: MAX_SUBSCRIPTIONS,
    }),
    sessions: createMcpSessions({
      ...deps,
      createTransport: (options) => new WebStandardStreamableHTTPServerTransport(options),
    }),
  };
}
