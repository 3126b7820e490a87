import { z } from "zod";
import { hasScope } from "../../../kernel/token-scope.ts";
import { METRICS_TYPE } from "../../../platform/metrics.ts";
import type { HttpConfig } from "../config.ts";
import type { Health, Readiness } from "../health.ts";
import { answerProblem, PROBLEM_TYPE } from "../problem.ts";
import { defineOpenRoute, type Route } from "../route.ts";

export interface HealthRouteDeps {
  readonly health: Health;
  readonly config: Pick<HttpConfig, "publicMetrics">;
}

const TAGS = ["health"];

const unavailable = z.array(z.object({ part: z.string(), reason: z.string() }));

const readiness = z.object({
  status: z
    .enum(["ready", "degraded", "not-ready"])
    .describe(
      "ready: everything works. degraded: the agent stores messages, but some components are unavailable or items were not delivered. not-ready: the agent does not store messages.",
    ),
  agent: z.string().describe("The agent's state: stopped, starting, running or stopping."),
  reasons: z.array(z.string()).describe("Why the agent is not ready."),
  unavailable: unavailable.describe(
    "Components that are unavailable while the rest of the agent works.",
  ),
});

/** How the process does. Both answer while no agent runs. */
export function healthRoutes({ health, config }: HealthRouteDeps): readonly Route[] {
  return [
    defineOpenRoute({
      method: "GET",
      path: "/healthz",
      summary: "Check that the process is alive.",
      tags: TAGS,
      scope: "open",
      answers: { 200: z.object({ status: z.literal("ok"), uptimeMs: z.number() }) },
      run: async () => ({ status: "ok", uptimeMs: health.uptimeMs }),
    }),
    defineOpenRoute({
      method: "GET",
      path: "/readyz",
      summary:
        "Check that the agent is running and can store messages, and that its components work.",
      tags: TAGS,
      scope: "open",
      answers: { 200: readiness, 503: readiness },
      run: async () => {
        const now = await health.readiness();
        const status = statusOf(now);
        return Response.json({ status, ...now }, { status: status === "not-ready" ? 503 : 200 });
      },
    }),
    defineOpenRoute({
      method: "GET",
      path: "/metrics",
      summary: "Return metrics for Prometheus.",
      description:
        'Needs a token with the scope "read", unless http.publicMetrics is on and the request comes from this machine.',
      tags: TAGS,
      scope: "open",
      answers: {
        200: { type: "text/plain", description: "Metrics in Prometheus text format." },
        401: { type: PROBLEM_TYPE, description: 'A token with the scope "read" is missing.' },
      },
      run: async ({ url, headers }, { caller, address }) => {
        const isOpen = config.publicMetrics && isHere({ address, url, headers });
        if (!isOpen && !(caller && hasScope(caller.scopes, "read"))) return refused();
        return new Response(await health.metrics(), { headers: { "content-type": METRICS_TYPE } });
      },
    }),
  ];
}

function statusOf({ reasons, unavailable: down }: Readiness): z.output<typeof readiness>["status"] {
  if (reasons.length > 0) return "not-ready";
  return down.length > 0 ? "degraded" : "ready";
}

interface Origin {
  readonly address: string;
  readonly url: URL;
  readonly headers: Headers;
}

/** Asked for by this machine itself: what a proxy on it hands on comes from anywhere. */
function isHere({ address, url, headers }: Origin): boolean {
  if (headers.has("forwarded") || headers.has("x-forwarded-for")) return false;
  return isLoopback(address) && LOCAL_NAMES.has(url.hostname);
}

const LOCAL_NAMES: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

function isLoopback(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\./.test(address);
}

function refused(): Response {
  return answerProblem("/metrics", {
    code: "denied",
    status: 401,
    detail: 'Metrics need a token with the scope "read".',
    hint: "Create one: reeve tokens create metrics --scope read. To allow access from this machine without a token, set http.publicMetrics instead.",
    headers: { "www-authenticate": 'Bearer realm="reeve"' },
  });
}
