import type { IntakePolicy } from "../../src/core/intake/deps.ts";
import { createAudit } from "../../src/features/audit/implement.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Clock as SdkClock, Tool, Web } from "@reeve/sdk";
import { approversFor } from "../../src/core/approvals/questions/approvers-for.ts";
import type { Unattended } from "../../src/core/approvals/gate.ts";
import type { z } from "zod";
import { type AgentProfile, createAgents, mainAgent } from "../../src/core/agents.ts";
import type { AttachmentReader } from "../../src/core/attachments.ts";
import { createArtifacts } from "../../src/core/agent/artifacts.ts";
import { type ContextConfig, contextConfig, type SessionsConfig } from "../../src/core/config.ts";
import type { ChatCommand } from "../../src/core/commands.ts";
import { createFilters, filtersConfig } from "../../src/core/filters.ts";
import type { CountMemory } from "../../src/core/context/gather.ts";
import { NO_FILES, type PromptFiles } from "../../src/core/context/system-prompt.ts";
import { type Core, createCore } from "../../src/core/core.ts";
import type { PolicyOverrides } from "../../src/work/policy.ts";
import type { WebhookDeps } from "../../src/core/core-deps.ts";
import type { SessionSummary } from "../../src/core/turns/sessions/summary-work.ts";
import { CHANNEL_TITLES } from "../../src/app/channels.gen.ts";
import { chatCommands } from "../../src/app/chat-commands.ts";
import { createFeatures, featureServices } from "../../src/app/features.ts";
import { quietUntil } from "../../src/app/open-core.ts";
import { scheduleServices } from "../../src/app/tools/schedule-services.ts";
import { CHANGES_JOBS, type Heartbeat } from "../../src/core/schedule.ts";
import { createPreferences } from "../../src/features/preferences/implement.ts";
import { createArchive } from "../../src/features/memory/archive.ts";
import { createChanges } from "../../src/features/memory/changes.ts";
import { createFacts } from "../../src/features/memory/facts.ts";
import { createPrivacy } from "../../src/features/memory/privacy.ts";
import { createProfile } from "../../src/features/memory/profile.ts";
import type { ExtractionContext } from "../../src/core/learning/extraction-deps.ts";
import { createPlans } from "../../src/domains/plans.ts";
import { openShell } from "../../src/app/tools/open-shell.ts";
import { execConfig } from "../../src/integrations/sandbox.ts";
import { openWorkspace } from "../../src/integrations/workspace/open-workspace.ts";
import { withFileChangeLog } from "../../src/memory/file-changes.ts";
import { limitsConfig } from "../../src/domains/config.ts";
import type { Clock } from "../../src/kernel/clock.ts";
import { createWakeup, notifyAll } from "../../src/kernel/wakeup.ts";
import { newId, type PersonId, toId } from "../../src/kernel/ids.ts";
import type { Role } from "../../src/kernel/principal.ts";
import type { Model } from "../../src/llm/model.ts";
import { tinyEmbedder } from "../../src/llm/testing/tiny-embedder.ts";
import { memoryConfig, type RetentionRule } from "../../src/memory/config.ts";
import { type Wait, wait } from "../../src/kernel/wait.ts";
import { createForgetter, forgettingOf } from "../../src/memory/forgetting.ts";
import { viewFacts } from "../../src/memory/facts.ts";
import { withChangeLog } from "../../src/memory/changes.ts";
import { createKnowledge } from "../../src/memory/knowledge.ts";
import { createRecall, type Recall } from "../../src/memory/recall.ts";
import { catchUpWith } from "../../src/memory/search/index-messages.ts";
import { createMemorySearch } from "../../src/memory/search.ts";
import { createSearchService, findCurrent } from "../../src/memory/search-service.ts";
import { createProcesses } from "../../src/platform/child-process.ts";
import { openFolder } from "../../src/platform/folder.ts";
import type { Log, LogFields } from "../../src/platform/log.ts";
import type { Tracing } from "../../src/platform/tracing.ts";
import type { CommitPoint } from "../../src/store/commit-point.ts";
import type { MessageMode } from "../../src/store/messages/chats.ts";
import { openTestSqlite } from "../../src/store/sqlite/testing/open-test-sqlite.ts";
import type { Repositories, Store } from "../../src/store/store.ts";
import type { Channel } from "../../src/channels/kit/channel.ts";
import { toolSearchConfig } from "../../src/tools/config.ts";
import { subAgentsOf } from "../../src/tools/sub-agents.ts";
import { createToolbox, type ServiceFactories, type Toolbox } from "../../src/tools/toolbox.ts";
import { createKeptIndex } from "./keep-index.ts";
import { nearbyWebhooks } from "./http/webhook-receiver.ts";
import { withRepositories } from "../../src/store/testing/with-repositories.ts";

const RETRIED_AT_ONCE = { firstMs: 5, longestMs: 20, ageLimitMs: 60_000 };

export interface AgentOptions {
  readonly model: Model;
  readonly channels: readonly Channel[];
  readonly tools?: readonly Tool[];
  /** Services of tools, in addition to those that every agent has. */
  readonly services?: ServiceFactories;
  /** Limit for spoken replies, on channels with a voice. */
  readonly spoken?: { readonly maxWords: number };
  readonly filters?: z.input<typeof filtersConfig>;
  /** Reader of message files; without it, they are not read. */
  readonly understanding?: AttachmentReader;
  /** Beside those that every agent has. */
  readonly commands?: readonly ChatCommand[];
  /** Beside the main one. */
  readonly agents?: readonly AgentProfile[];
  readonly roles?: Readonly<Record<string, Role>>;
  /** Policies of intake beside roles and modes. */
  readonly intake?: Partial<IntakePolicy> | undefined;
  readonly mode?: MessageMode;
  readonly maxSteps?: number;
  /** Whether tools are searched for a message; without it all are in the array. */
  readonly findsTools?: boolean;
  readonly timeoutMs?: number;
  /** The longest answer of the model, in tokens. */
  readonly maxTokens?: number;
  readonly temperature?: number;
  /** Budgets and message rate limits, as in the config; without it, there are no limits. */
  readonly limits?: z.input<typeof limitsConfig>;
  /** Time in milliseconds for which an approval stays open. */
  readonly approvalMs?: number;
  /** Language for people whose clients do not report one. */
  readonly language?: string;
  /** Effects and tools that two people have to allow. */
  readonly twoPerson?: readonly string[];
  /** Handling of approvals on channels that cannot ask. */
  readonly unattended?: Unattended;
  /** Commands on the machine, as in the config; without it, they are off. */
  readonly exec?: z.input<typeof execConfig>;
  /** The person who is never joined with another. */
  readonly owner?: PersonId;
  readonly ownerName?: string;
  /** Sums up conversations that grew too long. */
  readonly utility?: Model;
  readonly lifetime?: SessionsConfig;
  /** Options of fact extraction; missing ones have their defaults. Without it, no facts are extracted. */
  readonly learning?: Partial<ExtractionContext>;
  /** Whether memory is recalled for a message, by its words. */
  readonly recalls?: boolean;
  /** Whether files and rows are indexed in the background, for search by meaning, too. */
  readonly indexes?: boolean;
  /** Web access for the reading list; without it, only URLs are saved. */
  readonly web?: Web;
  readonly saveDailySummary?: (summary: SessionSummary) => Promise<void>;
  readonly countMemory?: CountMemory;
  /** The folder for copies of the sessions. */
  readonly transcripts?: string;
  readonly clock?: Clock;
  /** Receives one span per step in the life of a message. */
  readonly tracing?: Tracing;
  /** Called with each statement before it first runs. */
  readonly onPrepare?: (statement: string) => void;
  /** Dependencies of webhook deliveries; default: local servers are allowed, and retries are immediate. */
  readonly webhooks?: WebhookDeps;
  /** Lets time pass while a model has not begun to respond. Default: by the timers of the runtime. */
  readonly pause?: Wait;
  /** Changes to how work is retried; webhooks are retried at once. */
  readonly policies?: PolicyOverrides;
  /** How long a turn waits for a model that is down, in milliseconds. */
  readonly waitMs?: number;
  /** Recurring check that the owner wants the agent to do. */
  readonly heartbeat?: Heartbeat;
  readonly context?: Partial<ContextConfig>;
  readonly promptFiles?: () => Promise<PromptFiles>;
  /** Thrown instead of committing, as a full disk would. */
  readonly refuseCommit?: (point: CommitPoint) => Error | undefined;
  /** Changes the store that the agent works with. */
  readonly wrapStore?: (store: Store) => Store;
  /** Owner of the workspace files; without it, they have none. */
  readonly fileOwner?: PersonId;
  readonly retention?: readonly RetentionRule[];
  /** Age from which rows of the agent's own work are removed; default: they stay. */
  readonly retentionDays?: number;
  /** Home of an earlier agent; default: a new folder. */
  readonly home?: string;
}

export interface RunningAgent extends AsyncDisposable {
  readonly core: Core;
  readonly store: Store;
  readonly home: string;
  /** Every line the agent logged. */
  readonly logged: readonly { readonly sentence: string; readonly fields: LogFields }[];
  /** Fields that its logs were bound to, for all of their lines. */
  readonly bound: readonly LogFields[];
  /** Resolves once all that was written can be searched; for an agent that `indexes`. */
  indexed(): Promise<void>;
  /** Has every loop look for work that became due, after a test moved the clock. */
  look(): void;
  /** Ends the process's part of the agent; its home stays. */
  stop(): Promise<void>;
}

/** Starts a complete agent on a real database in a separate folder, without a terminal. */
export async function startAgent(options: AgentOptions): Promise<RunningAgent> {
  const { model, channels, tools = [], roles = {}, mode = "steer", maxSteps = 5, web } = options;
  const { ownerName = "Ann" } = options;
  const clock = options.clock ?? { now: Date.now };
  const home = options.home ?? (await mkdtemp(path.join(tmpdir(), "reeve-")));
  const file = path.join(home, "reeve.db");
  const index = createKeptIndex(home);
  const jobsWakeup = createWakeup();
  const opened = await openTestSqlite(file, {
    synchronous: "normal",
    onPrepare: options.onPrepare,
    onCommit(point, when) {
      if (when === "before") return;
      index.onCommit();
      if (CHANGES_JOBS.has(point)) jobsWakeup.notify();
    },
  });
  const { wrapStore = unchanged } = options;
  const store = withRefusals(wrapStore(opened), options);
  const { log, logged, bound } = collectLog();
  const folder = openFolder(path.join(home, "workspace"));
  const zonedClock = { now: () => clock.now(), timeZone: "UTC" };
  const embedder = options.indexes ? tinyEmbedder() : undefined;
  const { passages } = store.read;
  const search = createMemorySearch({
    passages,
    search: store.search,
    catchUp: catchUpWith(store),
    embedder,
    clock: zonedClock,
  });
  const wakeups = {
    queue: createWakeup(),
    outboxWakeup: createWakeup(),
    endedWakeup: createWakeup(),
    learning: createWakeup(),
    questions: createWakeup(),
  };
  const forgetter = createForgetter({
    store,
    clock,
    newId,
    files: {
      folder,
      transcripts: path.join(home, "sessions"),
      logs: path.join(home, "logs"),
      history: path.join(home, "history"),
      exports: path.join(home, "exports"),
    },
    fileOwner: options.fileOwner ?? toId("nobody"),
    retention: options.retention ?? [],
    retentionDays: options.retentionDays ?? 0,
    wakeup: createWakeup(),
    endedWakeup: wakeups.endedWakeup,
    pause: wait,
  });
  const workspace = await openWorkspace(folder);
  const features = createFeatures({ store, clock, newId, timeZone: "UTC", folder, web });
  const toolbox: Toolbox = createToolbox(tools, {
    workspace: ({ tenant, person, call }) =>
      withFileChangeLog(workspace, { tenant, person }, { store, clock, call }),
    plans: ({ tenant, person, chat, call, labels }) =>
      createPlans(
        store,
        { tenant, person, chat, call, labels },
        { now: () => clock.now(), newId, toolOf: (name) => toolbox.get(name) },
      ),
    forgetting: ({ tenant, person, setting: { role } }) =>
      forgettingOf(forgetter, { tenant, person, role }),
    ...featureServices(features),
    ...scheduleServices({ store, clock, timeZone: "UTC", toolbox: () => toolbox }),
    memory: ({ tenant, person, session }) =>
      withChangeLog(
        createKnowledge(folder, { clock: zonedClock, session }),
        { tenant, person },
        { store, clock },
      ),
    facts: ({ tenant, person, setting: { role } }) =>
      viewFacts({ tenant, person, role }, { store, clock, newId }),
    memorySearch: ({ tenant, person, chat: id, setting: { role, kind }, labels }) =>
      createSearchService(
        {
          search,
          mark: labels?.mark,
          passages: store.slow.passages,
          current: (chat) => findCurrent(store.read, chat),
        },
        { tenant, person, role, chat: { id, kind } },
      ),
    artifacts: ({ chat, setting: { rules }, labels }) =>
      createArtifacts(store, chat, { rules, labels }),
    processes: () => createProcesses(),
    ...openShell({
      config: execConfig.parse(options.exec ?? {}),
      workspace: path.join(home, "workspace"),
      readOnly: [],
      env: process.env,
      store,
      clock,
      newId,
    }),
    clock: () => zonedClock,
    subAgents: subAgentsOf,
    ...options.services,
  });
  const core = createCore({
    store,
    model,
    utility: options.utility,
    agents: createAgents(mainAgent({ model, utility: options.utility }), options.agents),
    ...(options.recalls && { recall: recallByWords(store, zonedClock) }),
    saveDailySummary: options.saveDailySummary,
    countMemory: options.countMemory,
    transcripts: options.transcripts,
    toolbox,
    understanding: options.understanding,
    log,
    clock,
    tracing: options.tracing,
    newId,
    promptFiles: options.promptFiles ?? noPromptFiles,
    wakeups,
    jobsWakeup,
    pause: options.pause,
    webhooks: options.webhooks ?? nearbyWebhooks(),
    policies: { webhook: RETRIED_AT_ONCE, ...options.policies },
    upkeep: [forgetter.upkeep, ...(embedder ? [index.upkeep({ store, embedder, log })] : [])],
    quietUntil: quietUntil("UTC"),
    heartbeat: options.heartbeat,
    operations: [
      createFacts({ store, clock, newId }),
      createProfile({ store, clock, newId }),
      createChanges({ store, clock, newId, folder }),
      createPrivacy({ store, newId, forgetter }),
      createArchive({ store, newId, forgetter }),
      createPreferences({ store, clock, newId, timeZone: "UTC" }),
      createAudit({ store, newId }),
    ],
    commands: [
      ...chatCommands({
        features,
        store,
        clock,
        newId,
        timeZone: "UTC",
        ownerName,
        limits: limitsConfig.parse(options.limits ?? {}),
        folder,
        forgetter,
        exports: path.join(home, "exports"),
      }),
      ...(options.commands ?? []),
    ],
    policy: {
      ownerName,
      owner: options.owner,
      spoken: options.spoken,
      filters: options.filters && createFilters(filtersConfig.parse(options.filters)),
      unattended: options.unattended,
      context: { ...contextConfig.parse({}), ...options.context },
      intake: {
        tenant: "home",
        roleOf: (_channel, sender) => roles[sender] ?? "owner",
        newChat: { mode, maxSteps },
        ...options.intake,
      },
      learning: options.learning && {
        ...memoryConfig.parse({}),
        quietMs: 0,
        ...options.learning,
      },
      turns: {
        approvalMs: options.approvalMs ?? 86_400_000,
        approversFor: (call) => approversFor(call, options.twoPerson ?? []),
        timeZone: "UTC",
        channelTitles: CHANNEL_TITLES,
        language: options.language,
        lifetime: options.lifetime,
        waitMs: options.waitMs,
      },
      limits: {
        timeoutMs: options.timeoutMs ?? 30_000,
        maxResultChars: 50_000,
        maxTokens: options.maxTokens,
        temperature: options.temperature,
      },
      spending: options.limits && limitsConfig.parse(options.limits),
      toolSearch: toolSearchConfig.parse({ enabled: options.findsTools ?? false }),
    },
  });
  const stopping = new AbortController();
  const serving = core.serve(channels, stopping.signal);

  const stop = async () => {
    stopping.abort();
    await serving;
  };
  return {
    core,
    store,
    home,
    logged,
    bound,
    indexed: () => index.settled(store),
    look: () => notifyAll(...Object.values(wakeups), jobsWakeup, opened.publishedWakeup).notify(),
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await store[Symbol.asyncDispose]();
      if (!options.home) await rm(home, { recursive: true });
    },
  };
}

async function noPromptFiles(): Promise<PromptFiles> {
  return NO_FILES;
}

function unchanged(store: Store): Store {
  return store;
}

function withRefusals(store: Store, { refuseCommit }: AgentOptions): Store {
  if (!refuseCommit) return store;
  return Object.create(store, {
    commit: {
      value: async (...args: Parameters<Store["commit"]>) => {
        const refusal = refuseCommit(args[0]);
        if (refusal) throw refusal;
        const [point, work, isRepeatable] = args;
        // The intake claims nothing, so that claims can be refused.
        const unclaimed = (tx: Repositories) =>
          work(
            withRepositories(tx, { chats: { ...tx.chats, enqueueIdle: async () => undefined } }),
          );
        return store.commit(point, unclaimed, isRepeatable);
      },
    },
  });
}

function collectLog() {
  const logged: { sentence: string; fields: LogFields }[] = [];
  const bound: LogFields[] = [];
  const add = (sentence: string, fields: LogFields = {}) => void logged.push({ sentence, fields });
  const child = (fields: LogFields) => {
    bound.push(fields);
    return log;
  };
  const log: Log = { debug: add, info: add, warn: add, error: add, child };
  return { log, logged, bound };
}

function recallByWords(store: Store, clock: SdkClock): Recall {
  const search = createMemorySearch({
    passages: store.read.passages,
    search: store.search,
    catchUp: catchUpWith(store),
    clock,
  });
  return createRecall({ search, feed: store.read.messages });
}
