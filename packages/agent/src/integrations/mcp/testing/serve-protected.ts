import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** A request as it arrived. */
interface Arrived {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Served extends AsyncDisposable {
  readonly origin: string;
  readonly arrived: readonly Arrived[];
}

async function serve(answer: (request: Arrived) => Answer): Promise<Served> {
  const arrived: Arrived[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers, url: path = "/" } = request;
    const one = { path, headers, body: await text(request) };
    arrived.push(one);
    const { status, headers: more = {}, body } = answer(one);
    response.writeHead(status, { "content-type": "application/json", ...more });
    response.end(body === undefined ? "" : JSON.stringify(body));
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    arrived,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * An MCP server over HTTP that answers only those who signed in, and its authorization server at another
 * origin. `revoke` makes all tokens invalid.
 */
export async function serveProtected() {
  await using stack = new AsyncDisposableStack();
  let issued = 0;
  const valid = new Set<string>();
  const refreshable = new Set<string>();

  const authorization: Served = stack.use(
    await serve(({ path, body }): Answer => {
      const { pathname, searchParams } = new URL(path, "http://far.example");
      const issuer = authorization.origin;
      if (pathname === "/.well-known/oauth-authorization-server")
        return {
          status: 200,
          body: {
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            registration_endpoint: `${issuer}/register`,
            response_types_supported: ["code"],
            code_challenge_methods_supported: ["S256"],
            authorization_response_iss_parameter_supported: true,
          },
        };
      if (pathname === "/register")
        return { status: 201, body: { ...JSON.parse(body), client_id: "client-1" } };
      if (pathname === "/authorize") {
        const back = new URL(searchParams.get("redirect_uri") ?? "");
        const state = searchParams.get("state") ?? "";
        back.search = new URLSearchParams({ code: "code-1", state, iss: issuer }).toString();
        return { status: 302, headers: { location: back.href } };
      }
      if (pathname !== "/token") return { status: 404 };
      const asked = new URLSearchParams(body);
      const isRefresh = asked.get("grant_type") === "refresh_token";
      if (isRefresh && !refreshable.delete(asked.get("refresh_token") ?? ""))
        return { status: 400, body: { error: "invalid_grant" } };
      issued += 1;
      valid.add(`token-${issued}`);
      refreshable.add(`refresh-${issued}`);
      return {
        status: 200,
        body: {
          access_token: `token-${issued}`,
          token_type: "Bearer",
          refresh_token: `refresh-${issued}`,
          expires_in: 3600,
        },
      };
    }),
  );

  const server: Served = stack.use(
    await serve(({ path, headers, body }): Answer => {
      const metadata = `${server.origin}/.well-known/oauth-protected-resource/mcp`;
      if (path === "/.well-known/oauth-protected-resource/mcp")
        return {
          status: 200,
          body: {
            resource: `${server.origin}/mcp`,
            authorization_servers: [authorization.origin],
          },
        };
      if (path !== "/mcp") return { status: 404 };
      if (!valid.has(headers.authorization?.replace("Bearer ", "") ?? ""))
        return {
          status: 401,
          headers: { "www-authenticate": `Bearer resource_metadata="${metadata}"` },
        };
      if (body === "") return { status: 405 };
      return answerMcp(JSON.parse(body));
    }),
  );

  const held = stack.move();
  return {
    url: `${server.origin}/mcp`,
    server: server.arrived,
    authorization: authorization.arrived,
    /** Makes access tokens invalid; `all` also makes it impossible to renew them. */
    revoke(all: boolean) {
      valid.clear();
      if (all) refreshable.clear();
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

function answerMcp({
  id,
  method,
  params,
}: {
  id?: number;
  method: string;
  params?: object;
}): Answer {
  if (id === undefined) return { status: 202 };
  const result = resultOf(method, params);
  if (result) return { status: 200, body: { jsonrpc: "2.0", id, result } };
  const error = { code: -32_601, message: "Method not found" };
  return { status: 200, body: { jsonrpc: "2.0", id, error } };
}

function resultOf(method: string, params: object | undefined): object | undefined {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "protected", version: "1" },
      };
    case "tools/list":
      return {
        tools: [
          { name: "ask", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
        ],
      };
    case "tools/call":
      return { content: [{ type: "text", text: JSON.stringify(params) }] };
    default:
      return undefined;
  }
}
