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

/** Maximum number of sessions of one sender; a new one ends the sender's longest unused one that is not busy. */
const MAX_SESSIONS = 16;
/** Time in milliseconds after which an unused session ends. */
const IDLE_MS = 3_600_000;

interface Session {
  readonly sender: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  usedAt: number;
  /** Requests whose answers are not complete. */
  busy: number;
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
  /** Ends sessions that are unused, and one of the sender's if there are too many. False if all of those are busy. */
  const makeRoom = async (sender: string): Promise<boolean> => {
    const now = clock.now();
    const free = [...sessions].filter(([, { busy }]) => busy === 0);
    for (const [id] of free.filter(([, { usedAt }]) => now - usedAt > IDLE_MS)) await end(id);
    const own = [...sessions].filter(([, session]) => session.sender === sender);
    if (own.length < MAX_SESSIONS) return true;
    const oldest = own.find(([, { busy }]) => busy === 0);
    if (oldest) await end(oldest[0]);
    return oldest !== undefined;
  };
  const open = async (sender: string) => {
    const transport = createTransport({
      sessionIdGenerator: newId,
      onsessioninitialized: (id) => {
        sessions.set(id, { sender, transport, server, usedAt: clock.now(), busy: 0 });
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
      if (id === null) {
        if (!(await makeRoom(authInfo.clientId))) return tooManySessions();
        return (await open(authInfo.clientId)).handleRequest(request, { authInfo });
      }
      const session = find(id, authInfo.clientId);
      if (!session) return unknownSession();
      over.addEventListener("abort", () => void end(id), { once: true });
      const response = await session.transport.handleRequest(request, { authInfo });
      // A client listens on a GET request as long as it lives.
      if (request.method !== "POST" || !response.body) return response;
      session.busy += 1;
      return whenSent(response, response.body, () => {
        session.busy -= 1;
      });
    },
  };
}

/** Calls `onSent` once, when the body has been sent or given up. */
function whenSent(
  response: Response,
  body: ReadableStream<Uint8Array>,
  onSent: () => void,
): Response {
  return new Response(
    body.pipeThrough(new TransformStream({ flush: onSent, cancel: onSent })),
    response,
  );
}

/** Tells the client to try later. */
function tooManySessions(): Response {
  const message = `All ${MAX_SESSIONS} sessions of this token are busy. Try again later.`;
  const error = { code: -32_000, message };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 429 });
}

/** Tells the client to initialize again. */
function unknownSession(): Response {
  const error = { code: -32_001, message: "Session not found. Initialize a new one." };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
}
