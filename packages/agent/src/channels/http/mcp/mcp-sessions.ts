import type {
  AuthInfo,
  Server,
  WebStandardStreamableHTTPServerTransport,
  WebStandardStreamableHTTPServerTransportOptions,
} from "@modelcontextprotocol/server";
import type { Clock } from "../../../kernel/clock.ts";
import type { NewId } from "../../../kernel/ids.ts";

export interface McpSessionsDeps {
  /** Creates the server of a session. */
  readonly serve: () => Promise<Server>;
  readonly createTransport: (
    options: WebStandardStreamableHTTPServerTransportOptions,
  ) => WebStandardStreamableHTTPServerTransport;
  readonly newId: NewId;
  readonly clock: Clock;
}

export interface McpSessionRequest {
  /** Sender of the request. Only the sender that opened a session may use it. */
  readonly authInfo: AuthInfo;
  /** Aborts when the sender may no longer be served: its session ends. */
  readonly over: AbortSignal;
}

/** Sessions of clients that speak revision 2025-11-25 or older. */
export interface McpSessions {
  handle(request: Request, from: McpSessionRequest): Promise<Response>;
}

/** Maximum number of sessions of one sender; a new one ends the sender's longest unused one. */
const MAX_SESSIONS = 16;
/** Time in milliseconds after which an unused session ends. */
const IDLE_MS = 3_600_000;

interface Session {
  readonly sender: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  usedAt: number;
}

export function createMcpSessions({
  serve,
  createTransport,
  newId,
  clock,
}: McpSessionsDeps): McpSessions {
  /** The longest unused one first. */
  const sessions = new Map<string, Session>();

  const end = async (id: string) => {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.server.close();
  };
  /** Ends sessions that are unused, and those beyond the maximum. */
  const makeRoom = async (sender: string) => {
    const now = clock.now();
    const unused = [...sessions].filter(([, { usedAt }]) => now - usedAt > IDLE_MS);
    for (const [id] of unused) await end(id);
    const own = [...sessions].filter(([, session]) => session.sender === sender);
    for (const [id] of own.slice(0, Math.max(0, own.length - MAX_SESSIONS + 1))) await end(id);
  };
  const open = async (sender: string) => {
    await makeRoom(sender);
    const transport = createTransport({
      sessionIdGenerator: newId,
      onsessioninitialized: (id) => {
        sessions.set(id, { sender, transport, server, usedAt: clock.now() });
      },
      onsessionclosed: end,
    });
    const server = await serve();
    await server.connect(transport);
    return transport;
  };
  /** Returns a session and marks it as used; undefined if it is unknown or another sender's. */
  const find = (id: string, sender: string): Session | undefined => {
    const session = sessions.get(id);
    if (session?.sender !== sender) return undefined;
    sessions.delete(id);
    sessions.set(id, session);
    session.usedAt = clock.now();
    return session;
  };

  return {
    async handle(request, { authInfo, over }) {
      const id = request.headers.get("mcp-session-id");
      // The transport refuses everything but an initialize request in a new session.
      if (id === null) return (await open(authInfo.clientId)).handleRequest(request, { authInfo });
      const session = find(id, authInfo.clientId);
      if (!session) return unknownSession();
      over.addEventListener("abort", () => void end(id), { once: true });
      return session.transport.handleRequest(request, { authInfo });
    },
  };
}

/** Tells the client to initialize again. */
function unknownSession(): Response {
  const error = { code: -32_001, message: "Session not found. Initialize a new one." };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
}
