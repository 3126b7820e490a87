import { performance } from "node:perf_hooks";
import type { Clock } from "../kernel/clock.ts";
import { createCounter, formatMetrics, type Metric } from "../platform/metrics.ts";
import type { Store } from "../store/store.ts";
import type { GatewayAnswer } from "../channels/http/create-gateway.ts";
import type { Health } from "../channels/http/health.ts";
import { listDeadLetters } from "../core/delivery/dead-letters.ts";
import type { Lifecycle } from "./lifecycle.ts";
import type { Unavailable } from "./start-steps.ts";

export interface HealthDeps {
  readonly lifecycle: Pick<Lifecycle<unknown>, "status">;
  readonly store: Store;
  readonly tenant: string;
  readonly clock: Clock;
  readonly unavailable: () => readonly Unavailable[];
  /** Damage that was found in the database, if any. */
  readonly damage: () => string | undefined;
}

/** How the process does, and the gateway in it: `onAnswer` is told of each answer. */
export interface ProcessHealth extends Health {
  onAnswer(answer: GatewayAnswer): void;
}

const APPROVALS = 500;
const ALWAYS = { from: "0000-01-01", to: "9999-12-31" };

/** Puts together what is asked about a process; nothing is counted that nobody asks for but requests. */
export function createHealth(deps: HealthDeps): ProcessHealth {
  const { lifecycle, store, clock, unavailable, damage } = deps;
  const startedAt = clock.now();
  const requests = createCounter();
  const seconds = createCounter();
  return {
    get uptimeMs() {
      return clock.now() - startedAt;
    },
    onAnswer({ method, path = "none", status, ms }) {
      requests.add({ method, path, status: String(status) }, 1);
      seconds.add({ method, path }, ms / 1000);
    },
    async readiness() {
      const { state } = lifecycle.status;
      const obstacle = await store.findObstacle();
      const reasons = [
        ...(state === "running" ? [] : [`The agent is ${state}.`]),
        ...[obstacle, damage()].filter((reason) => reason !== undefined),
      ];
      return {
        agent: state,
        reasons,
        unavailable: [...unavailable(), ...(await undelivered(deps))],
      };
    },
    async metrics() {
      const own: readonly Metric[] = [
        {
          name: "reeve_http_requests_total",
          help: "HTTP responses sent by the gateway.",
          type: "counter",
          samples: requests.samples,
        },
        {
          name: "reeve_http_request_seconds_total",
          help: "Total time from a request to the start of its response.",
          type: "counter",
          samples: seconds.samples,
        },
      ];
      return formatMetrics([
        ...ofProcess(startedAt),
        ...ofAgent(deps),
        ...(await ofStore(deps)),
        ...own,
      ]);
    },
  };
}

/** Names what was given up, so that nobody reads "ready" and believes that all is well. */
async function undelivered({ store, tenant }: HealthDeps): Promise<readonly Unavailable[]> {
  const letters = await listDeadLetters(store.slow, tenant);
  const [oldest] = letters;
  if (!oldest) return [];
  const since = new Date(oldest.createdAt).toISOString();
  const reason = `Undelivered items: ${letters.length}, the oldest from ${since}. To list them, run: reeve outbox`;
  return [{ part: "outbox", reason }];
}

function ofProcess(startedAt: number): readonly Metric[] {
  const { user, system } = process.cpuUsage();
  return [
    gauge("process_resident_memory_bytes", "Resident memory size.", process.memoryUsage.rss()),
    counter("process_cpu_seconds_total", "Total user and system CPU time.", (user + system) / 1e6),
    gauge(
      "process_start_time_seconds",
      "Start time of the process in Unix seconds.",
      startedAt / 1000,
    ),
    gauge(
      "nodejs_eventloop_utilization",
      "Share of the time since startup during which the event loop was busy.",
      performance.eventLoopUtilization().utilization,
    ),
  ];
}

function ofAgent({ lifecycle, unavailable }: HealthDeps): readonly Metric[] {
  const { state, uptimeMs } = lifecycle.status;
  return [
    gauge("reeve_up", "1 if the agent is running.", state === "running" ? 1 : 0),
    gauge("reeve_uptime_seconds", "Time since the agent started.", uptimeMs / 1000),
    {
      name: "reeve_part_unavailable",
      help: "Components that are unavailable while the rest of the agent works.",
      type: "gauge",
      samples: unavailable().map(({ part }) => ({ labels: { part }, value: 1 })),
    },
  ];
}

async function ofStore({ store, tenant }: HealthDeps): Promise<readonly Metric[]> {
  const messages = await store.slow.inbox.count();
  const approvals = await store.slow.approvals.list(APPROVALS);
  const models = await store.slow.usage.summary({ tenant, ...ALWAYS }, "model");
  const ofModels = (name: string, help: string, of: (sum: (typeof models)[number]) => number) => ({
    name,
    help,
    type: "counter" as const,
    samples: models.map((sum) => ({ labels: { model: sum.key }, value: of(sum) })),
  });
  return [
    counter("reeve_commits_total", "Write transactions committed by this process.", store.commits),
    {
      name: "reeve_messages",
      help: "Messages by state. Messages in the states queued and taken are waiting for a reply.",
      type: "gauge",
      samples: Object.entries(messages).map(([state, value]) => ({ labels: { state }, value })),
    },
    gauge(
      "reeve_approvals_open",
      "Pending approvals.",
      approvals.filter(({ state }) => state === "pending").length,
    ),
    ofModels("reeve_model_requests_total", "Model requests.", ({ calls }) => calls),
    ofModels(
      "reeve_model_unpriced_total",
      "Model requests with an unknown price.",
      ({ unpriced }) => unpriced,
    ),
    ofModels(
      "reeve_model_input_tokens_total",
      "Input tokens, including cached tokens.",
      (sum) => sum.inputTokens,
    ),
    ofModels(
      "reeve_model_cached_tokens_total",
      "Input tokens read from the cache.",
      (sum) => sum.cachedTokens,
    ),
    ofModels("reeve_model_output_tokens_total", "Output tokens.", (sum) => sum.outputTokens),
    ofModels(
      "reeve_model_cost_dollars_total",
      "Cost of model requests with a known price.",
      ({ costNano }) => Number(costNano) / 1e9,
    ),
  ];
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: "gauge", samples: [{ value }] };
}

function counter(name: string, help: string, value: number): Metric {
  return { name, help, type: "counter", samples: [{ value }] };
}
