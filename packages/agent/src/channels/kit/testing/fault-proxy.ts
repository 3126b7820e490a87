import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

/** Failure of one call between the agent and its platform. */
export type Fault =
  /** The platform carries the call out, and its answer is lost. */
  | { readonly type: "lose-answer" }
  /** The connection breaks before the platform reads the call. */
  | { readonly type: "lose-call" }
  /** The platform refuses the call. */
  | { readonly type: "refuse"; readonly status: number; readonly body: unknown };

export interface ProxiedCall {
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
}

/** Passes calls on to a platform. Disposing of it closes it. */
export interface FaultProxy extends AsyncDisposable {
  readonly url: string;
  /** Calls so far that match. */
  readonly calls: readonly ProxiedCall[];
  /** Befalls the next calls that match, one each. */
  befall(...faults: readonly Fault[]): void;
}

/** Starts a proxy whose faults befall the calls that `matches`. */
export async function startFaultProxy(
  upstream: string,
  matches: (call: ProxiedCall) => boolean,
): Promise<FaultProxy> {
  const faults: Fault[] = [];
  const calls: ProxiedCall[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url: path = "/", headers } = request;
    const call = { method, path, body: await buffer(request) };
    const isMatch = matches(call);
    const fault = isMatch ? faults.shift() : undefined;
    if (isMatch) calls.push(call);
    if (fault?.type === "lose-call") return void response.destroy();
    if (fault?.type === "refuse")
      return void response
        .writeHead(fault.status, { "content-type": "application/json" })
        .end(JSON.stringify(fault.body));
    const left = new AbortController();
    response.on("close", () => left.abort());
    const { host: _host, connection: _connection, "content-length": _length, ...kept } = headers;
    const answer = await fetch(new URL(path, upstream), {
      method,
      headers: Object.entries(kept).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value] as [string, string]] : [],
      ),
      ...(call.body.length > 0 && { body: call.body }),
      signal: left.signal,
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (fault) return void response.destroy();
    const type = answer.headers.get("content-type") ?? "application/octet-stream";
    response.writeHead(answer.status, { "content-type": type }).end(body);
  };
  const server = createServer((request, response) => {
    // Where the platform is down or the agent has gone, the connection breaks.
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    calls,
    befall: (...more) => void faults.push(...more),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
