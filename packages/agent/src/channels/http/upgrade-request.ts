import { STATUS_CODES, type IncomingMessage } from "node:http";
import { Fault } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import type { HandleRequestDeps } from "./handle-request.ts";
import { authenticate, countFailure } from "./auth/authenticate.ts";
import { effectiveUrl } from "./auth/allowed-hosts.ts";
import type { HttpAgent } from "./http-agent.ts";
import type { Wire } from "./listen.ts";
import type { GatewayCaller } from "./route.ts";

/** Takes over a connection that asked for an upgrade, such as to a WebSocket. */
export type Upgrade = (
  request: IncomingMessage,
  wire: Wire,
  context: UpgradeContext,
) => Promise<void>;

export interface UpgradeContext {
  /** Caller by header or cookie; undefined if there was neither. */
  readonly caller: GatewayCaller | undefined;
  /**
   * Authenticates a token that comes later; undefined if it is wrong. Throws `exhausted` after too
   * many attempts.
   */
  readonly authenticate: (token: string) => Promise<GatewayCaller | undefined>;
  /** Returns the current principal, once per request; undefined if access is gone. */
  readonly again: (caller: GatewayCaller) => Promise<GatewayCaller | undefined>;
  /** Calls back once when the caller loses rights: then the connection must end. */
  readonly watch: (caller: GatewayCaller, onLess: () => void) => Disposable;
  readonly address: string;
  /** Aborts when the server stops. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly agent: () => Promise<HttpAgent>;
}

export interface UpgradeDeps extends HandleRequestDeps {
  readonly hosts: ReadonlySet<string>;
  readonly signal: AbortSignal;
  readonly upgrades: ReadonlyMap<string, Upgrade>;
}

/** Admits a connection like a request, then hands it over. */
export async function upgradeRequest(
  request: IncomingMessage,
  wire: Wire,
  deps: UpgradeDeps,
): Promise<void> {
  const { access, throttle, hosts, signal, clock, agent, config } = deps;
  const url = urlOf(request);
  const upgrade = url && deps.upgrades.get(url.pathname);
  if (!url || !hosts.has(url.hostname)) return refuse(wire, 403);
  if (!upgrade) return refuse(wire, 404);

  const address = request.socket.remoteAddress ?? "local";
  const headers = headersOf(request);
  const seen = effectiveUrl(url, config.publicUrl);
  const found = await authenticate({ method: "GET", headers, url: seen }, access);
  if (found.type === "wrong") return refuse(wire, countFailure(throttle, address) > 0 ? 429 : 401);
  if (found.type === "forged") return refuse(wire, 403);
  await upgrade(request, wire, {
    caller: found.type === "caller" ? found.caller : undefined,
    async authenticate(token) {
      const admitted = await access.byToken(token);
      const wait = admitted ? 0 : countFailure(throttle, address);
      if (wait > 0) throw tooManyTries(wait);
      return admitted;
    },
    again: (caller) => access.again(caller),
    watch: (caller, onLess) => access.watch(caller, onLess),
    address,
    signal,
    clock,
    agent,
  });
}

function tooManyTries(seconds: number): Fault {
  return new Fault("exhausted", "Too many failed sign-in attempts.", {
    hint: `Try again in ${seconds} s.`,
  });
}

function urlOf({ url = "/", headers }: IncomingMessage): URL | undefined {
  const host = headers.host ?? "";
  return URL.canParse(url, `http://${host}`) ? new URL(url, `http://${host}`) : undefined;
}

function headersOf({ headers }: IncomingMessage): Headers {
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Headers(pairs);
}

function refuse({ socket }: Wire, status: number): void {
  const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\n\r\n`;
  // A client that was refused could otherwise hold the connection open.
  socket.end(answer, () => socket.destroy());
}
