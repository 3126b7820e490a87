import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { Fault } from "@reeve/sdk";
import type { HttpConfig } from "./config.ts";

export interface ListenDeps {
  readonly config: Pick<HttpConfig, "host" | "port" | "publicUrl">;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Is told the address of the other side, too. */
  readonly fetch: (request: Request, address: string) => Promise<Response>;
  readonly upgrade: (request: IncomingMessage, wire: Wire) => Promise<void>;
}

/** A connection that asks to become another one, with what it has sent since. */
export interface Wire {
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** A server that has begun to listen. */
export interface Listening {
  /** Where browsers of this machine reach it, without a slash at the end. */
  readonly url: string;
  /** The one of the config where there is one. */
  readonly publicUrl: string;
  /** Resolves when it has ended, and its connections with it. */
  readonly closed: Promise<void>;
}

/** How long requests may take that were made before the end, and connections to say goodbye. */
export const GATEWAY_DRAIN_MS = 3000;

/** Listens until the signal aborts. Rejects with `unavailable` when the address cannot be had. */
export async function listen(deps: ListenDeps): Promise<Listening> {
  const { config, signal } = deps;
  let answering: Promise<Answer> | undefined;
  const answer: Answer = async (incoming, outgoing) => {
    answering ??= createAnswer(deps);
    await (
      await answering
    )(incoming, outgoing);
  };
  const server = createServer((incoming, outgoing) => {
    // A connection that is kept open once its answer is over would hold up the end.
    outgoing.once("close", () => {
      if (signal.aborted) setImmediate(() => server.closeIdleConnections());
    });
    void answer(incoming, outgoing);
  });
  // The server does not count them any more, and waits for them all the same.
  const wires = new Set<Duplex>();
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (signal.aborted) {
      socket.destroy();
      return;
    }
    wires.add(socket);
    socket.once("close", () => wires.delete(socket));
    // Whoever breaks off is gone, which is all there is to do about it.
    socket.on("error", () => socket.destroy());
    void deps.upgrade(request, { socket, head });
  });
  const port = await bind(server, config);
  const closed = once(server, "close").then(() => undefined);
  const drain = () => void endServer({ server, wires }, closed);
  if (signal.aborted) drain();
  else signal.addEventListener("abort", drain, { once: true });
  const url = `http://${nameOf(config.host)}:${port}`;
  return { url, publicUrl: config.publicUrl?.replace(/\/+$/, "") ?? url, closed };
}

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<unknown>;

/** Loads what answers requests, which is a tenth of a start, and which many agents never need. */
async function createAnswer({ fetch }: ListenDeps): Promise<Answer> {
  const { getRequestListener } = await import("@hono/node-server");
  return getRequestListener(
    (request, { incoming }) => fetch(request, incoming.socket.remoteAddress ?? "local"),
    { overrideGlobalObjects: false },
  );
}

async function bind(server: Server, { host, port }: ListenDeps["config"]): Promise<number> {
  const listening = once(server, "listening");
  server.listen(port, host);
  await listening.catch((error: unknown) => {
    throw toFault(error, { host, port });
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : port;
}

function toFault(cause: unknown, { host, port }: { host: string; port: number }): unknown {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "EADDRINUSE")
    return new Fault("unavailable", `Port ${port} on ${host} is already in use.`, {
      hint: `Stop the other process, or choose another port: reeve config set http.port ${port + 1}`,
      cause,
    });
  if (code === "EACCES")
    return new Fault(
      "unavailable",
      `Permission denied: cannot listen on port ${port} on ${host}.`,
      {
        hint: "Choose a port above 1023: reeve config set http.port 7777",
        cause,
      },
    );
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new Fault("unavailable", `${host} is not one of this machine's addresses.`, {
      hint: "Choose one of this machine's addresses: reeve config set http.host 127.0.0.1",
      cause,
    });
  return cause;
}

interface Open {
  readonly server: Server;
  /** Connections that became another kind. */
  readonly wires: ReadonlySet<Duplex>;
}

async function endServer({ server, wires }: Open, closed: Promise<void>): Promise<void> {
  server.close();
  server.closeIdleConnections();
  const late = setTimeout(() => {
    server.closeAllConnections();
    for (const wire of wires) wire.destroy();
  }, GATEWAY_DRAIN_MS);
  await closed;
  clearTimeout(late);
}

/** As it is written in an address. */
function nameOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
