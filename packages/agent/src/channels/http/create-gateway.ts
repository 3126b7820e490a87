import { Hono } from "hono";
import type { Control } from "../../core/control.ts";
import type { Access } from "../../core/access.ts";
import type { Idempotency } from "../../core/idempotency.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { Log } from "../../platform/log.ts";
import { answerError, handleRequest, type HandleRequestDeps } from "./handle-request.ts";
import { listAllowedHosts } from "./auth/allowed-hosts.ts";
import type { HttpConfig } from "./config.ts";
import type { HttpAgent } from "./http-agent.ts";
import { createIdempotentRequests } from "./idempotent-request.ts";
import { createRate } from "./rate.ts";
import { listen, type Listening } from "./listen.ts";
import { toOpenaiError } from "./openai/to-openai-error.ts";
import { answerProblem, isProblem } from "./problem.ts";
import type { Route } from "./route.ts";
import { type Upgrade, upgradeRequest } from "./upgrade-request.ts";

/**
 * Headers of every response: our pages load nothing from other origins and run no inline scripts.
 */
const SAFETY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

export interface GatewayDeps {
  readonly config: HttpConfig;
  readonly routes: readonly Route[];
  /** Returns the running agent, or rejects with `unavailable`. */
  readonly agent: () => Promise<HttpAgent>;
  /** Operations available while no agent runs. Default: none. */
  readonly own?: Control;
  readonly access: Access;
  readonly repeats: Idempotency;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** Upgrade handlers by path. */
  readonly upgrades?: ReadonlyMap<string, Upgrade>;
  /** Receives every response, also refusals. `path` is undefined if no route matches. */
  readonly onAnswer?: (answer: GatewayAnswer) => void;
  /** Whether responses are validated against the routes' schemas. For tests. */
  readonly checksAnswers?: boolean;
}

export interface GatewayAnswer {
  readonly method: string;
  /** Path of the route, with `{names}` in it. */
  readonly path: string | undefined;
  readonly status: number;
  /** Time in milliseconds until the response started. */
  readonly ms: number;
}

/**
 * HTTP side of an agent. It outlives the agent: while none runs, routes that need one fail with
 * `unavailable`.
 */
export interface Gateway {
  /** Answers one request; never rejects. */
  fetch(request: Request): Promise<Response>;
  /**
   * Listens until `signal` aborts, then gives open requests three seconds to finish. Rejects with
   * `unavailable` if the address cannot be used.
   */
  listen(signal: AbortSignal): Promise<Listening>;
}

interface Environment {
  Bindings: { readonly address?: string; readonly stopping?: AbortSignal };
  Variables: { path?: string; failsAs?: Route["failsAs"] };
}

export function createGateway(deps: GatewayDeps): Gateway {
  const { config, routes, clock, log, newId } = deps;
  const { perMinute, failuresPerMinute } = config.rates;
  const answering: HandleRequestDeps = {
    ...deps,
    answerOnce: createIdempotentRequests(deps.repeats),
    rate: createRate({ perMinute, clock }),
    throttle: {
      own: createRate({ perMinute: failuresPerMinute, clock }),
      all: createRate({ perMinute: failuresPerMinute * 10, clock }),
    },
  };
  const hosts = listAllowedHosts(config);
  const app = new Hono<Environment>();

  app.use(async (context, next) => {
    const began = clock.now();
    const { hostname } = new URL(context.req.url);
    if (hosts.has(hostname)) await next();
    else context.res = answerStranger(context.req.path, hostname);
    if (context.get("failsAs") === "openai" && isProblem(context.res))
      context.res = await toOpenaiError(context.res);
    for (const [name, value] of Object.entries(SAFETY_HEADERS))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    deps.onAnswer?.({
      method: context.req.method,
      path: context.get("path"),
      status: context.res.status,
      ms: clock.now() - began,
    });
  });
  for (const route of routes.toSorted(byPath))
    app.on(route.method, toPattern(route.path), async (context) => {
      const { req, env } = context;
      const { signal } = req.raw;
      context.set("path", route.path);
      context.set("failsAs", route.failsAs);
      return handleRequest(
        route,
        {
          request: req.raw,
          params: req.param(),
          address: env.address ?? "local",
          stopping: env.stopping,
          signal: env.stopping ? AbortSignal.any([signal, env.stopping]) : signal,
        },
        answering,
      );
    });
  const methods = Map.groupBy(routes, ({ path }) => path);
  for (const [path, found] of methods) {
    const allow = allowedMethods(found);
    app.all(toPattern(path), (context) => {
      const { req } = context;
      context.set("failsAs", found[0]?.failsAs);
      return answerMethod(req.path, req.method, allow);
    });
  }
  app.notFound(({ req }) =>
    answerProblem(req.path, {
      code: "missing",
      detail: `Not found: ${req.path}`,
      hint: "See /docs for all paths.",
    }),
  );
  app.onError((error, { req }) => answerError(error, req.path, { log, newId }));

  return {
    fetch: async (request) => app.fetch(request, {}),
    listen: (signal) =>
      listen({
        config,
        signal,
        fetch: async (request, address) => app.fetch(request, { address, stopping: signal }),
        upgrade: (request, wire) =>
          upgradeRequest(request, wire, {
            ...answering,
            hosts,
            signal,
            upgrades: deps.upgrades ?? new Map(),
          }).catch((error: unknown) => {
            log.error("connection failed", { error });
            wire.socket.destroy();
          }),
      }),
  };
}

function answerStranger(path: string, hostname: string): Response {
  return answerProblem(path, {
    code: "denied",
    detail: `The host name ${hostname} is not allowed.`,
    hint: "Add it to http.allowedHosts, or set http.publicUrl.",
  });
}

function answerMethod(path: string, method: string, allow: string): Response {
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
  return answerProblem(path, {
    code: "invalid",
    status: 405,
    detail: `${path} does not support ${method}.`,
    hint: `Use ${allow}.`,
    headers: { allow },
  });
}

function allowedMethods(routes: readonly Route[]): string {
  const own = routes.map(({ method }) => method);
  return [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

/** Returns a path such as `/v1/sessions/{id}` in Hono's syntax. */
function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** Sorts names before parameters, which would match them, too. */
function byPath({ path: one }: Route, { path: other }: Route): number {
  const [left, right] = [one.replaceAll("{", "\uffff"), other.replaceAll("{", "\uffff")];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
