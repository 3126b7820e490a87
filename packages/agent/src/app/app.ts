import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { Store } from "../store/store.ts";
import { createEvents } from "../core/events/events.ts";
import { superviseListening } from "../core/wiring/supervise.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import { notifyAll } from "../kernel/wakeup.ts";
import { findProvider } from "../llm/providers.ts";
import { machineClocks } from "../platform/clock/machine-clocks.ts";
import type { FollowLog, Log } from "../platform/log.ts";
import { openTracing } from "../platform/tracing.ts";
import { wait } from "../kernel/wait.ts";
import { lockHome } from "../store/sqlite/lock-home.ts";
import { createCliChannel } from "../channels/cli/channel.ts";
import { createUploads } from "../channels/http/uploads.ts";
import { createHookChannel } from "../channels/hooks/channel.ts";
import { createFileLinks } from "../channels/kit/file-links.ts";
import { createChannelMemory } from "./channels/create-channel-memory.ts";
import type { HttpAgent } from "../channels/http/http-agent.ts";
import { createMcpConnections } from "../channels/http/mcp/create-mcp-connections.ts";
import { createChatStreams } from "../channels/http/streams/create-chat-streams.ts";
import { type Channel, pushChannelsOf } from "../channels/kit/channel.ts";
import type { WebhookRoute } from "../channels/kit/webhook-route.ts";
import { agentOperations } from "./operations/agent-operations.ts";
import { configureChannels } from "./channels.gen.ts";
import { chooseChannels } from "./channels/choose-channels.ts";
import type { Config } from "./config-schema.ts";
import { createClientChats } from "../core/client-chats.ts";
import { createIdempotency } from "../core/idempotency.ts";
import { createHealth } from "./create-health.ts";
import { createAgentProxy } from "./agent-proxy.ts";
import { homeOperations } from "./operations/home-operations.ts";
import { createHttpSide } from "./create-http-side.ts";
import { createLifecycle } from "./lifecycle.ts";
import { type AgentSetup, TENANT } from "./agent-kernel.ts";
import { type Agent, openAgent } from "./open-agent.ts";
import { checkWeekly, openStore } from "./open-store.ts";
import { attempt } from "../kernel/attempt.ts";
import { createClockOperations } from "../features/clock/implement.ts";
import { doubtOf, keepClock, openClock } from "./keep-clock.ts";
import { startAgent } from "./start-agent.ts";
import { createStartSteps, formatReason, type StartStep, type StartSteps } from "./start-steps.ts";

export interface AppSetup extends Pick<AgentSetup, "home" | "config" | "version" | "env"> {
  readonly log: Log & { readonly follow?: FollowLog };
  /** Reads the settings as they are by now: each start of the agent goes by them. */
  readConfig(): Promise<Config>;
  /** Ends the agent. */
  readonly signal: AbortSignal;
  /** Called once terminals can connect. */
  readonly onReady: () => void;
  /** Told of each step of a start, as it begins. */
  readonly onStep?: ((step: StartStep) => void) | undefined;
}

/**
 * Runs the agent of a home until `signal` aborts or it is told to end. Socket and gateway stay
 * while the agent behind them is stopped and started.
 * Answers `busy`, having done nothing, when another process runs it already.
 */
export async function runApp(setup: AppSetup): Promise<"stopped" | "busy"> {
  const { home, log, version, signal } = setup;
  using lock = lockHome(home.lock);
  if (!lock) return "busy";
  // Files that clients uploaded before another process died may hold people's messages.
  await rm(home.scratch, { recursive: true, force: true });

  const told = new AbortController();
  const broken = Promise.withResolvers<never>();
  const steps = createStartSteps(setup);
  steps.start("config");
  steps.start("store");
  const time = openClock(home, machineClocks);
  const clock = time.guard;
  await using opened = await openStore(setup);
  const { store } = opened;
  // A database that cannot be written to is no reason to seem alive.
  void opened.lost.then(broken.reject);
  const events = createEvents(store);

  const hooks = createHookChannel({
    hooks: { find: async (name) => (await lifecycle.running()).core.hooks.find(name) },
    clock,
  });
  const lifecycle = createLifecycle<Agent>({
    clock,
    onChange: ({ state }) => log.info("lifecycle", { state }),
    open: async () => {
      const config = await setup.readConfig();
      running = config;
      const tracing = await openTracing(version);
      const agentSetup = { ...setup, clock, config, opened, events, tracing };
      return startAgent({
        open: (onStep) => openAgent({ ...agentSetup, onStep }),
        steps,
        channelsOf: async (agent) => {
          const chosen = await chooseChannels(agent, {
            config,
            log,
            clock,
            steps,
            files,
            uploads: uploads.files,
          });
          const channels = [...chosen, hooks];
          connected = chosen.map(({ name }) => name);
          routes = routesOf(channels);
          pushing = pushChannelsOf(channels);
          return channels.map((one) => reportChannelHealth(one, steps));
        },
        onBroken: broken.reject,
      });
    },
  });
  const uploads = createUploads(home.uploads, clock);
  const files = createFileLinks({
    state: createChannelMemory(store, { tenant: TENANT, channel: "http", clock }),
    publicUrl: setup.config.http.publicUrl,
    clock,
  });
  let routes = routesOf([]);
  let pushing: readonly string[] = [];
  let connected: readonly string[] = [];
  let running: Config | undefined;
  const http = createHttpSide({ config: reachable(setup.config), store, log, clock, version });
  const outages = () => lifecycle.part?.core.outages() ?? [];
  let damage: string | undefined;
  const unavailable = () => [
    ...(damage === undefined ? [] : [{ part: "database", reason: damage }]),
    ...steps.unavailable,
    ...http.unavailable,
    ...outages().map(({ model, reason, answeredBy }) => ({
      part: `model ${model}`,
      reason: answeredBy === undefined ? reason : `${reason} (answered by ${answeredBy})`,
    })),
    ...(lifecycle.part?.mcp.list() ?? []).flatMap(({ name, reason, state }) =>
      (state === "failed" || state === "login") && reason !== null
        ? [{ part: `MCP server ${name}`, reason }]
        : [],
    ),
    ...(lifecycle.part?.plugins.refused() ?? []).map(({ name, reason }) => ({
      part: `plugin ${name}`,
      reason,
    })),
    ...doubtOf(clock),
  ];
  const desk = createAgentProxy({
    lifecycle,
    events,
    own: [
      agentOperations({
        lifecycle,
        store,
        home,
        version,
        unavailable,
        channels: () => connected,
        end: () => told.abort(),
        newId,
      }),
      http.section,
      createClockOperations({ guard: time.guard, newId }),
      ...homeOperations({ ...setup, running: () => running }),
    ],
  });

  await using ends = new AsyncDisposableStack();
  const left = new AbortController();
  const watching = keepClock(
    {
      ...time,
      file: home.clock,
      store,
      log,
      witness: () => witnessOf(setup.config, lifecycle.part?.model.id),
      onCorrected: notifyAll(opened.jobsWakeup, opened.changedWakeup).notify,
    },
    left.signal,
  );
  watching.catch(broken.reject);
  ends.defer(async () => {
    left.abort();
    await attempt(watching);
  });
  steps.start("gateway");
  const { inbox, control } = desk;
  const conversations = createClientChats({
    store,
    inbox,
    clock,
    pushChannels: () => pushing,
  });
  const channels = createChatStreams({
    events,
    conversations,
    clock,
    onBug: bugLogger(log),
  });
  const health = createHealth({
    lifecycle,
    store,
    tenant: TENANT,
    clock,
    unavailable,
    damage: () => damage,
  });
  const served = async (): Promise<HttpAgent> => {
    desk.refuseUnlessRunning();
    const { description: model } = await lifecycle.running();
    return {
      control,
      inbox,
      events,
      conversations,
      streams: channels,
      hooks,
      files,
      uploads,
      followLog: log.follow,
      routes,
      model,
      version,
    };
  };
  const serving = await http.serve(served, { health, own: desk.own });
  ends.use(serving);

  await lifecycle.start();
  const { owner, description, toolbox } = await lifecycle.running();
  const terminal = superviseListening(
    createCliChannel({
      path: home.socket,
      owner,
      control: desk.control,
      events,
      version,
      model: description,
      clock,
      onBug: bugLogger(log),
      openMcp: createMcpConnections({
        person: owner,
        control: desk.control,
        agent: served,
        repeats: createIdempotency({ store, clock }),
        newId,
        log,
        version,
        stopping: left.signal,
      }),
      onListening: setup.onReady,
    }),
    { inbox: desk.inbox, log, signal: left.signal },
  );
  log.info("ready", { tools: toolbox.tools.length });
  const checking = findDamageOverTime({ store, home, clock, signal: left.signal }, (found) => {
    damage = found;
    log.error("database is damaged", { damage });
  });

  try {
    const ended = AbortSignal.any([signal, told.signal]);
    if (!ended.aborted) await Promise.race([once(ended, "abort"), broken.promise]);
  } finally {
    // Replies of turns that end now are still delivered; then listeners are closed.
    await lifecycle.stop().finally(() => left.abort());
    channels.close();
    await terminal;
    await checking;
  }
  log.info("stopped");
  return "stopped";
}

/** How often to look whether a week has passed since the last check of the database. */
const CHECK_MS = 3_600_000;

/** Checks the database once a week while the agent runs, until damage was found. */
async function findDamageOverTime(
  {
    store,
    home,
    clock,
    signal,
  }: Pick<AppSetup, "home" | "signal"> & { readonly store: Store; readonly clock: Clock },
  onDamage: (damage: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    const checked = await attempt(checkWeekly(store, home, clock.now()));
    const damage = checked.status === "fulfilled" ? checked.value : formatReason(checked.reason);
    if (damage !== undefined) {
      onDamage(`${home.database} is damaged: ${damage}. Restore it: reeve restore <file>`);
      return;
    }
    await wait(CHECK_MS, signal);
  }
}

const OFFLINE = "offline/rules";

/** The server of the model is asked for the time, unless it runs on this machine. */
function witnessOf({ models }: Config, model = OFFLINE): string | undefined {
  if (model === OFFLINE) return undefined;
  const [provider = ""] = model.split("/");
  const url = models.baseUrl ?? findProvider(provider).baseUrl;
  return url.startsWith("https:") ? new URL(url).origin : undefined;
}

/** Where platforms call the channels that they have something for. */
function routesOf(channels: readonly Channel[]): ReadonlyMap<string, WebhookRoute> {
  return new Map(channels.flatMap(({ name, route }) => (route ? [[name, route]] : [])));
}

/** Lets platforms reach the gateway under the names that the channels' settings have. */
function reachable({ http, channels }: Config): Config["http"] {
  const urls = configureChannels(channels).flatMap(({ publicUrl }) => publicUrl ?? []);
  return {
    ...http,
    allowedHosts: [...http.allowedHosts, ...urls.map((url) => new URL(url).hostname)],
  };
}

function bugLogger(log: Log): (error: unknown) => void {
  return (error) => log.error("request failed", { error });
}

/** A channel whose failures are told as "unavailable" until it listens again. */
function reportChannelHealth(channel: Channel, steps: Pick<StartSteps, "report">): Channel {
  return {
    ...channel,
    // It is known once the channel listens.
    get username() {
      return channel.username;
    },
    async listen(inbox, signal) {
      const listening = channel.listen(inbox, signal);
      steps.report(channel.name, undefined);
      await listening.catch((error: unknown) => {
        steps.report(channel.name, formatReason(error));
        throw error;
      });
    },
  };
}
