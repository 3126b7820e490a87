import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import { createStartTurn } from "../../src/app/start-daily-log.ts";
import { buildToolbox } from "../../src/app/tools/build-toolbox.ts";
import { createFeatures } from "../../src/app/features.ts";
import { createDailySummary } from "../../src/app/save-daily-summary.ts";
import { createPromptFiles } from "../../src/app/prompt-files.ts";
import { contextConfig } from "../../src/core/config.ts";
import type { PromptFiles } from "../../src/core/context/system-prompt.ts";
import { createCore } from "../../src/core/core.ts";
import { noWebhooks } from "../../src/core/testing/no-webhooks.ts";
import { createWakeup, notifyAll } from "../../src/kernel/wakeup.ts";
import type { Clock } from "../../src/kernel/clock.ts";
import { newId, toId } from "../../src/kernel/ids.ts";
import type { Principal } from "../../src/kernel/principal.ts";
import { webConfig } from "../../src/integrations/web.ts";
import { chooseSearch } from "../../src/integrations/web/choose-search.ts";
import { createWeb } from "../../src/integrations/web/create-web.ts";
import type { Model } from "../../src/llm/model.ts";
import { memoryConfig } from "../../src/memory/config.ts";
import { createDailyLogger, createKnowledge } from "../../src/memory/knowledge.ts";
import { createSync } from "../../src/memory/knowledge/sync.ts";
import { createRecall } from "../../src/memory/recall.ts";
import { catchUpWith } from "../../src/memory/search/index-messages.ts";
import { createMemorySearch, type MemorySearch } from "../../src/memory/search.ts";
import { runWork } from "../../src/work/run-work.ts";
import { OPEN_QUARANTINE } from "../../src/work/testing/open-quarantine.ts";
import { indexWork } from "../../src/memory/search/index-passages.ts";
import { openFolder } from "../../src/platform/folder.ts";
import type { Log } from "../../src/platform/log.ts";
import { openTestSqlite } from "../../src/store/sqlite/testing/open-test-sqlite.ts";
import type { Store } from "../../src/store/store.ts";
import type { Toolbox } from "../../src/tools/toolbox.ts";
import { bagEmbedder } from "./bag-embedder.ts";
import { type ChatChannel, chatChannel, CHANNEL } from "./chat-channel.ts";
import type { Tenant } from "./people.ts";
import { MAX_RESULT_CHARS, reportTool } from "./report-tool.ts";

/** Takes a filter out, as if the code had never had it. */
export interface PlantedBug {
  readonly name: string;
  readonly store?: (store: Store) => Store;
  readonly search?: (search: MemorySearch) => MemorySearch;
  readonly toolbox?: (toolbox: Toolbox, store: Store) => Toolbox;
  readonly promptFiles?: (files: PromptFiles) => PromptFiles;
}

export interface HouseOptions {
  readonly tenants: readonly Tenant[];
  readonly clock: Clock;
  readonly model: Model;
  readonly utility: Model;
  readonly canaryOf: (topic: string) => string;
  readonly bug?: PlantedBug | undefined;
}

/** Several tenants over one store, each with files and a core of its own. */
export interface House extends AsyncDisposable {
  readonly store: Store;
  /** The database's file. */
  readonly file: string;
  /** Puts a file into a tenant's workspace. */
  write(tenant: Tenant, name: string, text: string): Promise<void>;
  /** Serves one tenant while `work` runs. */
  serve(tenant: Tenant, work: (channel: ChatChannel) => Promise<void>): Promise<void>;
  /** Resolves when nothing waits: no message, reply, recap, lesson or vector. */
  settled(): Promise<void>;
}

export async function openHouse(options: HouseOptions): Promise<House> {
  const { tenants, bug } = options;
  const errors: unknown[] = [];
  const log = createLog(errors);
  const home = await mkdtemp(path.join(tmpdir(), "reeve-canary-"));
  const file = path.join(home, "reeve.db");
  const committed = createWakeup();
  const toIndex = createWakeup();
  const wakeups = notifyAll(committed, toIndex);
  const genuine = await openTestSqlite(file, {
    synchronous: "normal",
    onCommit: (_point, when) => when === "after" && wakeups.notify(),
  });
  const store = bug?.store?.(genuine) ?? genuine;
  const stop = new AbortController();
  const cores = new Map<string, () => ReturnType<typeof createCore>>();
  const clock = { now: Date.now };
  const indexing = { store: genuine, clock, embedder: bagEmbedder, wakeup: toIndex };
  const running = {
    clock,
    log,
    random: Math.random,
    quarantine: OPEN_QUARANTINE,
    pause: () => nextTick(),
  };
  const background: Promise<void>[] = [runWork(indexWork(indexing), running, stop.signal)];
  for (const tenant of tenants) {
    const root = path.join(home, tenant.name);
    await mkdir(root);
    const owner = await addOwner(genuine, tenant);
    cores.set(tenant.name, await createParts(tenant, owner, { ...options, store, root, log }));
    background.push(
      createSync({
        store: genuine,
        clock,
        folder: openFolder(root),
        root,
        owner: { tenant: tenant.name, person: owner.id },
        timeZone: "UTC",
        log,
      }).run((kind) => runWork(kind, running, stop.signal), stop.signal),
    );
  }

  return {
    store: genuine,
    file,
    async write({ name }, filename, text) {
      const target = path.join(home, name, filename);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text);
    },
    async serve({ name }, work) {
      const core = cores.get(name)?.();
      if (!core) throw new Error(`there is no tenant ${name}`);
      const channel = chatChannel();
      const ended = new AbortController();
      const serving = core.serve([channel], ended.signal);
      await work(channel);
      ended.abort();
      await serving;
    },
    async settled() {
      while (!(await isIdle(genuine))) await committed.wait();
      if (errors.length > 0) throw new Error("something broke", { cause: errors });
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await Promise.all(background);
      await genuine[Symbol.asyncDispose]();
      await rm(home, { recursive: true });
    },
  };
}

async function isIdle({ read }: Store): Promise<boolean> {
  const { queued = 0, taken = 0 } = await read.inbox.count();
  if (queued + taken > 0) return false;
  if ((await read.outbox.due(0, 0)).nextAt !== undefined) return false;
  if ((await read.sessions.withoutSummary(1)).length > 0) return false;
  if ((await read.turns.withoutFacts()).length > 0) return false;
  const [space] = await read.passages.spaces();
  return space === undefined || (await read.passages.pending(space.id, 1)).length === 0;
}

async function addOwner(store: Store, { name: tenant, owner }: Tenant): Promise<Principal> {
  const { role, name } = owner;
  const principal: Principal = { id: toId(`owner-${tenant}`), tenant, role, name };
  const identity = { tenant, channel: CHANNEL, externalId: owner.id };
  await store.commit("configure-owner", (tx) => tx.people.add(principal, identity));
  return principal;
}

/** Creates what the application provides for one tenant; a core is created each time it is served. */
async function createParts(
  tenant: Tenant,
  owner: Principal,
  {
    store,
    root,
    clock,
    model,
    utility,
    canaryOf,
    bug,
    log,
  }: HouseOptions & { store: Store; root: string; log: Log },
) {
  const zoned = { now: () => clock.now(), timeZone: "UTC" };
  const folder = openFolder(root);
  const memory = createKnowledge(folder, { clock: zoned });
  const genuine = createMemorySearch({
    passages: store.read.passages,
    search: store.search,
    catchUp: catchUpWith(store),
    embedder: bagEmbedder,
    clock: zoned,
  });
  const search = bug?.search?.(genuine) ?? genuine;
  const web = createWeb(webConfig.parse({}));
  const built = await buildToolbox({
    features: createFeatures({
      store,
      clock,
      newId,
      timeZone: "UTC",
      memorySearch: search,
      folder,
      web,
    }),
    store,
    folder,
    clock,
    timeZone: "UTC",
    web,
    webSearch: chooseSearch(webConfig.parse({})),
    memorySearch: search,
    more: [reportTool(canaryOf)],
  });
  const toolbox = bug?.toolbox?.(built, store) ?? built;
  const promptFiles = createPromptFiles(folder, memory);
  const createDailyLog = createDailyLogger(folder, zoned);
  const roles = new Map(tenant.people.map(({ id, role }) => [id, role]));
  return () =>
    createCore({
      store,
      model,
      utility,
      recall: createRecall({ search, feed: store.read.messages }),
      toolbox,
      log,
      clock,
      newId,
      webhooks: noWebhooks,
      operations: [],
      promptFiles: async () => {
        const files = await promptFiles();
        return bug?.promptFiles?.(files) ?? files;
      },
      saveDailySummary: createDailySummary(
        (integrity) => createKnowledge(folder, { clock: zoned, integrity }),
        owner,
      ),
      startTurn: createStartTurn(createDailyLog, owner),
      policy: {
        ownerName: owner.name,
        context: contextConfig.parse({ compactMessages: 8, keepMessages: 2 }),
        intake: {
          tenant: tenant.name,
          roleOf: (_channel, sender) => roles.get(sender) ?? "stranger",
          newChat: { mode: "steer", maxSteps: 5 },
        },
        turns: {
          approvalMs: 86_400_000,
          timeZone: "UTC",
          lifetime: { resetHour: "off", idleMinutes: 600 },
        },
        limits: { timeoutMs: 30_000, maxResultChars: MAX_RESULT_CHARS },
        learning: { ...memoryConfig.parse(UNLIMITED), quietMs: 0 },
      },
    });
}

const UNLIMITED = { facts: { tokensPerDay: 1e9 }, profile: { tokensPerDay: 1e9 } };

/** Creates a log that stores errors, which are reported when the house has settled. */
function createLog(errors: unknown[]): Log {
  const error = (sentence: string, fields?: unknown) => void errors.push({ sentence, fields });
  const log: Log = { debug: silent, info: silent, warn: silent, error, child: () => log };
  return log;
}

function silent(): void {}
