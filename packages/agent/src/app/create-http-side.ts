import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault, isFault } from "@reeve/sdk";
import { createAccess } from "../core/access.ts";
import { tokenOperations } from "../core/access/token-operations.ts";
import type { Control, Implementation } from "../core/control.ts";
import { createIdempotency } from "../core/idempotency.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "../store/store.ts";
import type { HttpConfig } from "../channels/http/config.ts";
import { createGateway, type Gateway } from "../channels/http/create-gateway.ts";
import type { HttpAgent } from "../channels/http/http-agent.ts";
import type { Listening } from "../channels/http/listen.ts";
import { createRoutes } from "../channels/http/routes.ts";
import { createSocketUpgrade } from "../channels/http/socket/serve-socket.ts";
import type { ProcessHealth } from "./create-health.ts";
import { formatReason, type Unavailable } from "./start-steps.ts";

export interface HttpSideDeps {
  readonly config: HttpConfig;
  readonly store: Store;
  readonly log: Log;
  readonly clock: Clock;
  /** Version of Reeve. */
  readonly version: string;
}

/** The process's side towards HTTP, whether or not an agent runs behind it. */
export interface HttpSide {
  /** `tokens`: how programs and browsers get in. */
  readonly section: Implementation;
  /** Why nobody can be served, for as long as that is so. */
  readonly unavailable: readonly Unavailable[];
  /**
   * Resolves once it listens, or has found that it cannot: then it tries again from time to time,
   * and everything else goes on. Disposing of it waits until all that was asked is answered.
   * `agent` is the one that runs; else it rejects with `unavailable`.
   */
  serve(agent: () => Promise<HttpAgent>, process: ServedProcess): Promise<AsyncDisposable>;
}

/** Parts of the process that are served even without an agent. */
export interface ServedProcess {
  readonly health: ProcessHealth;
  /** Operations that answer while no agent is running. */
  readonly own: Control;
}

/** The built dashboard, also while the sources run. */
const DASHBOARD = fileURLToPath(
  new URL(
    import.meta.url.endsWith(".ts") ? "../../dist/dashboard/" : "./dashboard/",
    import.meta.url,
  ),
);

/** How long a taken port is left alone before it is tried again. */
const RETRY_MS = 5000;

export function createHttpSide(deps: HttpSideDeps): HttpSide {
  const { config, store, log, clock, version } = deps;
  const sessionMs = config.sessionHours * 3_600_000;
  const access = createAccess({ store, clock, randomBytes, sessionMs, log });
  let listening: Listening | undefined;
  let denial: Fault | undefined = config.enabled ? undefined : turnedOff();

  const url = () => {
    if (listening) return listening.publicUrl;
    throw denial ?? notYet();
  };
  /** False when the address cannot be had for now. */
  const begin = async (gateway: Gateway, signal: AbortSignal): Promise<boolean> => {
    const begun = await gateway.listen(signal).catch((error: unknown) => {
      if (!isFault(error)) throw error;
      if (!denial)
        log.warn("http server failed to listen", { reason: error.message, hint: error.hint });
      denial = error;
    });
    if (!begun) return false;
    denial = undefined;
    listening = begun;
    log.info("http server listening", { url: begun.url });
    return true;
  };

  return {
    section: tokenOperations({ store, access, clock, newId, randomBytes, url }),
    get unavailable() {
      if (!denial || !config.enabled) return [];
      return [{ part: "http", reason: formatReason(denial) }];
    },
    async serve(agent, { health, own }) {
      const ending = new AbortController();
      const { signal } = ending;
      const repeats = createIdempotency({ store, clock });
      const gateway = createGateway({
        config,
        routes: createRoutes({
          access,
          version,
          newId,
          health,
          config,
          dashboard: DASHBOARD,
          repeats,
          clock,
          log,
        }),
        upgrades: new Map([["/v1/ws", createSocketUpgrade({ onBug: bugLogger(log) })]]),
        agent,
        own,
        access,
        repeats,
        clock,
        newId,
        log,
        onAnswer: (answer) => health.onAnswer(answer),
      });
      const listens = !config.enabled || (await begin(gateway, signal));
      const tryAgain = async () => {
        for (let isDone = listens; !isDone && !signal.aborted;) {
          // An abort ends the pause early; it is the only way this timer can fail.
          await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
          if (!signal.aborted) isDone = await begin(gateway, signal);
        }
        await listening?.closed;
        listening = undefined;
      };
      const ended = tryAgain();
      return {
        async [Symbol.asyncDispose]() {
          ending.abort();
          await ended;
        },
      };
    },
  };
}

function bugLogger(log: Log): (error: unknown) => void {
  return (error) => log.error("socket failed", { error });
}

function turnedOff(): Fault {
  return new Fault("unavailable", "HTTP is turned off.", {
    hint: "Turn it on with `reeve config set http.enabled true`, then restart Reeve.",
  });
}

function notYet(): Fault {
  return new Fault("unavailable", "The HTTP server is not ready yet.", {
    hint: "Try again in a moment.",
  });
}
