import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread } from "node:worker_threads";
import { createAgents, mainAgent } from "../../src/core/agents.ts";
import { contextConfig } from "../../src/core/config.ts";
import { NO_FILES } from "../../src/core/context/system-prompt.ts";
import { createCore } from "../../src/core/core.ts";
import { CHANGES_JOBS } from "../../src/core/schedule.ts";
import { undoCommand } from "../../src/features/memory/undo-command.ts";
import { createChannelMemory } from "../../src/app/channels/create-channel-memory.ts";
import { createAttachmentReader } from "../../src/app/speech/create-attachment-reader.ts";
import { createChanges } from "../../src/features/memory/changes.ts";
import { createFacts } from "../../src/features/memory/facts.ts";
import { createProfile } from "../../src/features/memory/profile.ts";
import { limitsConfig } from "../../src/domains/config.ts";
import { createNotes } from "../../src/features/notes/create-notes.ts";
import { createJournal } from "../../src/features/journal/create-journal.ts";
import { createPlans } from "../../src/domains/plans.ts";
import { newId, toId } from "../../src/kernel/ids.ts";
import { createWakeup } from "../../src/kernel/wakeup.ts";
import { createVision } from "../../src/llm/vision.ts";
import { wait } from "../../src/kernel/wait.ts";
import { createForgetter, forgettingOf } from "../../src/memory/forgetting.ts";
import { memoryForget } from "../../src/tools/memory/forget.ts";
import type { CommitHook } from "../../src/store/commit-point.ts";
import { openWorkspace } from "../../src/integrations/workspace/open-workspace.ts";
import { withFileChangeLog } from "../../src/memory/file-changes.ts";
import { createKnowledge } from "../../src/memory/knowledge.ts";
import { tinyEmbedder } from "../../src/llm/testing/tiny-embedder.ts";
import { memoryWrite } from "../../src/tools/memory/write.ts";
import { barePrograms } from "../kit/bare-programs.ts";
import { createKeptIndex } from "../kit/keep-index.ts";
import { findUnindexed } from "./checks/check-index.ts";
import { memoryConfig } from "../../src/memory/config.ts";
import { dueProfile } from "../../src/memory/profile.ts";
import { openFolder } from "../../src/platform/folder.ts";
import { lockHome } from "../../src/store/sqlite/lock-home.ts";
import { openSqlite } from "../../src/store/sqlite/open.ts";
import { createCliChannel } from "../../src/channels/cli/channel.ts";
import { agentDelegate } from "../../src/tools/core/agent-delegate.ts";
import { toolProgram } from "../../src/tools/core/tool-program.ts";
import { subAgentsOf } from "../../src/tools/sub-agents.ts";
import { createToolbox } from "../../src/tools/toolbox.ts";
import { noteCreate } from "../../src/features/notes/tools/create.ts";
import { workspaceWrite } from "../../src/tools/workspace/write.ts";
import { planCreate } from "../../src/tools/core/plan-create.ts";
import { voiceSpeak } from "../../src/tools/media/voice-speak.ts";
import { journalLog } from "../../src/features/journal/tools/log.ts";
import { gatewayOperations } from "./gateway-operations.ts";
import { connectWorld } from "./connect-world.ts";
import { obedientModel } from "./obedient-model.ts";
import { SUBSCRIBER_SECRET } from "./post.ts";
import type { AgentSetup } from "./protocol.ts";
import { createShell } from "../../src/integrations/sandbox/create-shell.ts";
import { recordExec } from "../../src/app/tools/record-exec.ts";
import { worldSandbox } from "./world-sandbox.ts";
import { crashTools } from "./tools.ts";
import { worldChannel } from "./world-channel.ts";

/**
 * Runs an agent in its own process, built from the real modules; its channel, its model's delays and the
 * effects of its tools live in the parent process.
 */
// Without its world it has nothing to live for.
process.once("disconnect", () => process.exit(1));
const setup: AgentSetup = JSON.parse(process.argv[2] ?? "");
const world = connectWorld();
using lock = lockHome(path.join(setup.home, "reeve.lock"));
if (!lock || !isMainThread) throw new Error("the home is in use");

const clock = { now: Date.now };
const index = createKeptIndex(setup.home);
const jobsWakeup = createWakeup();
const killAround = killer(setup);
await using store = await openSqlite(path.join(setup.home, "reeve.db"), {
  synchronous: "normal",
  onCommit(point, when) {
    killAround(point, when);
    if (when === "after") index.onCommit();
    if (when === "after" && CHANGES_JOBS.has(point)) jobsWakeup.notify();
  },
});
const folder = openFolder(path.join(setup.home, "workspace"));
const workspace = await openWorkspace(folder);
const log = createLog();
const forgetter = createForgetter({
  store,
  clock,
  newId,
  files: {
    folder,
    transcripts: path.join(setup.home, "sessions"),
    logs: path.join(setup.home, "logs"),
    history: path.join(setup.home, "history"),
    exports: path.join(setup.home, "exports"),
  },
  fileOwner: toId("owner"),
  retention: [],
  retentionDays: 0,
  wakeup: createWakeup(),
  endedWakeup: createWakeup(),
  pause: wait,
});
const recording = {
  store,
  clock,
  newId,
  workspace: path.join(setup.home, "workspace"),
  ranIn: "world",
};
const channel = worldChannel(world, () => core.control);
let breaks = setup.breaksOnce ?? false;
let breaksSummary = breaks;
const models = { model: obedientModel(world), utility: obedientModel(world) };
const core = createCore({
  store,
  ...models,
  agents: createAgents(mainAgent(models), [
    { ...models, name: "thrifty", budgets: { tokensPerDay: 20 }, chats: ["world:thrifty"] },
  ]),
  toolbox: createToolbox(
    [
      ...crashTools(world),
      noteCreate,
      journalLog,
      memoryWrite,
      memoryForget,
      workspaceWrite,
      planCreate,
      voiceSpeak,
      agentDelegate,
      toolProgram,
    ],
    {
      subAgents: subAgentsOf,
      ...barePrograms,
      speaking: ({ chat, call }) => ({
        say: (text, { voice }) => core.sendVoice({ chat, call, text, voice }),
      }),
      workspace: ({ tenant, person, call }) =>
        withFileChangeLog(workspace, { tenant, person }, { store, clock, call }),
      plans: ({ tenant, person, chat, call, labels }) =>
        createPlans(
          store,
          { tenant, person, chat, call, labels },
          {
            ...clock,
            newId,
            toolOf: (name) => crashTools(world).find((tool) => tool.name === name),
          },
        ),
      forgetting: ({ tenant, person, setting: { role } }) =>
        forgettingOf(forgetter, { tenant, person, role }),
      memory: () => createKnowledge(folder, { clock: { ...clock, timeZone: "UTC" } }),
      notes: ({ tenant, person }) => createNotes(store, { tenant, person }, clock),
      journal: ({ tenant, person }) => createJournal(store, { tenant, person }, clock),
      shell: (scope) =>
        createShell(recordExec(worldSandbox(world, scope.call), scope, recording), {
          outputChars: 1000,
        }),
    },
  ),
  jobsWakeup,
  understanding: createAttachmentReader({
    hear: {
      id: "test/ears",
      async transcribe({ data }) {
        const said = Buffer.from(data).toString();
        const text = String(await world.ask({ type: "hear", recording: said }));
        const usage = { model: "test/ears", inputTokens: 1, outputTokens: 1, costNano: 1n };
        return { text, usage };
      },
    },
    documents: {
      async read() {
        throw new Error("nobody sends documents");
      },
    },
    visionOf: (model) => createVision({ model, newId }),
    canDescribeImages: false,
    maxBytes: 1000,
  }),
  upkeep: [
    forgetter.upkeep,
    ...(setup.indexes ? [index.upkeep({ store, log, embedder: tinyEmbedder() })] : []),
  ],
  webhooks: {
    client: {
      async check() {},
      async post({ headers, body }) {
        return { status: Number(await world.ask({ type: "post", headers, body })) };
      },
    },
    newSecret: () => SUBSCRIBER_SECRET,
    random: () => 0,
  },
  policies: {
    webhook: { firstMs: 2, longestMs: 10, ageLimitMs: 600_000 },
    summary: { firstMs: 2 },
  },
  async saveDailySummary() {
    if (!breaksSummary) return;
    breaksSummary = false;
    throw new Error("broken on purpose");
  },
  log,
  clock,
  newId,
  operations: [
    createFacts({ store, clock, newId }),
    createProfile({ store, clock, newId }),
    createChanges({ store, clock, newId, folder }),
    ...gatewayOperations({ store, clock }),
  ],
  commands: [undoCommand({ store, folder })],
  async promptFiles() {
    if (breaks) {
      breaks = false;
      throw new Error("broken on purpose");
    }
    return NO_FILES;
  },
  policy: {
    ownerName: "Ann",
    owner: toId("owner"),
    context: contextConfig.parse({ keepMessages: 2, compactMessages: setup.compactMessages }),
    intake: {
      tenant: "home",
      roleOf: () => "owner",
      newChat: { mode: setup.mode, maxSteps: 8 },
    },
    turns: { approvalMs: setup.approvalMs ?? 86_400_000, timeZone: "UTC" },
    learning: setup.learns ? { ...memoryConfig.parse({}), quietMs: 0 } : undefined,
    limits: { timeoutMs: 30_000, maxResultChars: 50_000 },
    spending: limitsConfig.parse({
      money: { platform: { month: "1000" } },
      assets: { TON: { perDay: "8" } },
      rates: { person: { minute: 0, day: 0 } },
    }),
  },
});

await store.commit("configure-owner", async (tx) => {
  const owner = toId<"person">("owner");
  if (await tx.people.byId(owner)) return;
  const identity = { tenant: "home", channel: "world", externalId: "owner" };
  await tx.people.add({ id: owner, tenant: "home", role: "owner", name: "Ann" }, identity);
});

// Store the position first, like channels do, before sending.
const memory = createChannelMemory(store, { tenant: "home", channel: "world", clock });
await memory.set("begun", "1");

const socket = createCliChannel({
  path: path.join(setup.home, "reeve.sock"),
  owner: { id: toId("owner"), tenant: "home", role: "owner", name: "Ann" },
  control: core.control,
  events: core.events,
  version: "0.0.0",
  model: "test/obedient",
  clock,
  onBug: (error) => log.error("request failed", { error }),
  onListening: () => world.tell({ type: "listening" }),
});
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
const serving = core.serve([channel, socket], stop.signal);
await tellWhenIdle();
await serving;
process.removeAllListeners("disconnect");
process.disconnect();

/** Checks for waiting work, and notifies the world when there is none. */
async function tellWhenIdle(): Promise<void> {
  while (!stop.signal.aborted) {
    const since = Date.now();
    // Check this first, because it takes a while, and the other conditions have to hold at the same moment.
    const unindexed = setup.indexes ? await findUnindexed(setup.home, store) : [];
    const { queued = 0, taken = 0 } = await store.read.inbox.count();
    const waiting = (await store.read.outbox.due(0, 0)).nextAt;
    const untold = await store.read.deliveries.nextDue();
    const ended = await store.read.sessions.withoutSummary(1);
    const unlearnt = await store.read.turns.withoutFacts();
    const profile = setup.learns && (await dueProfile(store, clock.now()));
    const unannounced = await store.read.approvals.unannounced(1);
    const expiring = (await store.read.approvals.nextExpiry()) ?? Number.POSITIVE_INFINITY;
    const unfinished = await store.read.forgetting.unfinished();
    const due = (await store.read.jobs.agenda()).nextAt ?? Number.POSITIVE_INFINITY;
    const running = await store.read.jobs.abandoned(Number.MAX_SAFE_INTEGER, 1);
    const unsettled = await store.read.jobs.ended(1);
    const planned = running.length + unsettled.length + (due < Date.now() + 60_000 ? 1 : 0);
    const asking = unannounced.length + (expiring < Date.now() + 60_000 ? 1 : 0);
    const open =
      queued + taken + ended.length + unlearnt.length + unfinished.length + asking + planned;
    if (open + unindexed.length === 0 && waiting === undefined && untold === undefined && !profile)
      world.tell({ type: "idle", acked: channel.acked, since });
    await sleep(4);
  }
}

function killer({ kill }: AgentSetup): CommitHook {
  let hits = 0;
  return (point, when) => {
    if (when === "after") world.tell({ type: "commit", point });
    if (point !== kill?.point || when !== kill.when) return;
    hits += 1;
    if (hits === kill.nth) process.kill(process.pid, "SIGKILL");
  };
}

function createLog() {
  return { debug: ignore, info: ignore, warn: complain, error: complain, child: () => log };
}

function complain(sentence: string, fields?: unknown): void {
  process.stderr.write(`${sentence} ${JSON.stringify(fields, withErrors)}\n`);
}

function ignore(): void {}

function withErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? (value.stack ?? value.message) : value;
}
