import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Tool } from "@reeve/sdk";
import { createArtifacts } from "../../src/core/artifacts.ts";
import { type ContextConfig, contextConfig, type SessionsConfig } from "../../src/core/config.ts";
import { NO_FILES, type PromptFiles } from "../../src/core/context/system-prompt.ts";
import { type Core, createCore } from "../../src/core/core.ts";
import type { Recap } from "../../src/core/turns/recap.ts";
import { createNotes } from "../../src/domains/assistant.ts";
import type { Clock } from "../../src/kernel/clock.ts";
import { newId } from "../../src/kernel/ids.ts";
import type { Role } from "../../src/kernel/principal.ts";
import type { Model } from "../../src/llm/model.ts";
import { createProcesses } from "../../src/platform/child-process.ts";
import type { Log, LogFields } from "../../src/platform/log.ts";
import type { CommitPoint } from "../../src/store/commit-point.ts";
import type { PlaceMode } from "../../src/store/places.ts";
import { openSqlite } from "../../src/store/sqlite/open.ts";
import type { Store } from "../../src/store/store.ts";
import type { Surface } from "../../src/surfaces/surface.ts";
import { toolSearchConfig } from "../../src/tools/config.ts";
import { createToolbox } from "../../src/tools/toolbox.ts";

export interface AgentOptions {
  readonly model: Model;
  readonly surfaces: readonly Surface[];
  readonly tools?: readonly Tool[];
  readonly roles?: Readonly<Record<string, Role>>;
  readonly mode?: PlaceMode;
  readonly maxSteps?: number;
  /** Whether tools are found for a message; without it all stand in the array. */
  readonly findsTools?: boolean;
  readonly timeoutMs?: number;
  /** The longest answer of the model, in tokens. */
  readonly maxTokens?: number;
  readonly temperature?: number;
  /** How long an approval stays open. */
  readonly approvalMs?: number;
  /** Sums up conversations that grew too long. */
  readonly utility?: Model;
  readonly lifetime?: SessionsConfig;
  readonly keepRecap?: (recap: Recap) => Promise<void>;
  /** The folder for copies of the sessions. */
  readonly transcripts?: string;
  readonly clock?: Clock;
  readonly context?: Partial<ContextConfig>;
  readonly promptFiles?: () => Promise<PromptFiles>;
  /** Thrown instead of committing, as a full disk would. */
  readonly refuseCommit?: (point: CommitPoint) => Error | undefined;
  /** Where an agent lived before; a new folder without it. */
  readonly home?: string;
}

export interface RunningAgent extends AsyncDisposable {
  readonly core: Core;
  readonly store: Store;
  readonly home: string;
  /** Every line the agent logged. */
  readonly logged: readonly { readonly sentence: string; readonly fields: LogFields }[];
  /** Ends the process's part of the agent; its home stays. */
  stop(): Promise<void>;
}

/** A whole agent on a real database in a folder of its own, without a terminal. */
export async function startAgent(options: AgentOptions): Promise<RunningAgent> {
  const { model, surfaces, tools = [], roles = {}, mode = "steer", maxSteps = 5 } = options;
  const clock = options.clock ?? { now: Date.now };
  const home = options.home ?? (await mkdtemp(path.join(tmpdir(), "reeve-")));
  const file = path.join(home, "reeve.db");
  const store = withRefusals(await openSqlite(file, { synchronous: "normal" }), options);
  const { log, logged } = collectLog();
  const toolbox = createToolbox(tools, {
    notes: ({ tenant, person }) => createNotes(store, { tenant, person }, clock),
    artifacts: ({ place }) => createArtifacts(store, place),
    processes: () => createProcesses(),
    clock: () => ({ now: () => clock.now(), timeZone: "UTC" }),
  });
  const core = createCore({
    store,
    model,
    utility: options.utility,
    keepRecap: options.keepRecap,
    transcripts: options.transcripts,
    toolbox,
    log,
    clock,
    newId,
    promptFiles: options.promptFiles ?? noPromptFiles,
    sections: [],
    policy: {
      ownerName: "Ann",
      context: { ...contextConfig.parse({}), ...options.context },
      intake: {
        tenant: "home",
        roleOf: (_surface, sender) => roles[sender] ?? "owner",
        newPlace: { mode, maxSteps },
      },
      turns: {
        approvalMs: options.approvalMs ?? 86_400_000,
        timeZone: "UTC",
        lifetime: options.lifetime,
      },
      limits: {
        timeoutMs: options.timeoutMs ?? 30_000,
        maxResultChars: 50_000,
        maxTokens: options.maxTokens,
        temperature: options.temperature,
      },
      toolSearch: toolSearchConfig.parse({ enabled: options.findsTools ?? false }),
    },
  });
  const stopping = new AbortController();
  const serving = core.serve(surfaces, stopping.signal);

  const stop = async () => {
    stopping.abort();
    await serving;
  };
  return {
    core,
    store,
    home,
    logged,
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

function withRefusals(store: Store, { refuseCommit }: AgentOptions): Store {
  if (!refuseCommit) return store;
  return Object.create(store, {
    commit: {
      value: async (...args: Parameters<Store["commit"]>) => {
        const refusal = refuseCommit(args[0]);
        if (refusal) throw refusal;
        return store.commit(...args);
      },
    },
  });
}

function collectLog() {
  const logged: { sentence: string; fields: LogFields }[] = [];
  const add = (sentence: string, fields: LogFields = {}) => void logged.push({ sentence, fields });
  const log: Log = { debug: add, info: add, warn: add, error: add, child: () => log };
  return { log, logged };
}
