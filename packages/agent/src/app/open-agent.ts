import { agentAt, createAgents, mainAgent } from "../core/agents.ts";
import { approversFor } from "../core/approvals/questions/approvers-for.ts";
import { createAttachmentFiles } from "../core/attachments/attachment-files.ts";
import { type Core, createCore } from "../core/core.ts";
import type { ChatCommand } from "../core/commands.ts";
import type { Implementation } from "../core/control.ts";
import type { Events } from "../core/events.ts";
import { createLocaleOf } from "../core/locale.ts";
import { createWakeup } from "../kernel/wakeup.ts";
import { systemClock } from "../kernel/clock.ts";
import type { Address } from "../kernel/envelope.ts";
import { newId, toId } from "../kernel/ids.ts";
import type { Principal } from "../kernel/principal.ts";
import { createDocuments } from "../integrations/documents/create-documents.ts";
import type { Speech } from "../integrations/speech.ts";
import { chooseSearch } from "../integrations/web/choose-search.ts";
import { createWeb } from "../integrations/web/create-web.ts";
import { createWebhookClient } from "../integrations/web/create-webhook-client.ts";
import { createModelSwitch } from "../llm/model-switch.ts";
import type { Model } from "../llm/model.ts";
import { createVision } from "../llm/vision.ts";
import { wait } from "../llm/wait.ts";
import { countMemory } from "../memory/count-memory.ts";
import { createDailyLogger, createKnowledge } from "../memory/knowledge.ts";
import { createRecall } from "../memory/recall.ts";
import { createForgetter } from "../memory/forgetting.ts";
import { createProcesses } from "../platform/child-process.ts";
import { openFolder } from "../platform/folder.ts";
import type { Home } from "../platform/home.ts";
import type { Log } from "../platform/log.ts";
import type { Tracing } from "../platform/tracing.ts";
import type { Store } from "../store/store.ts";
import { catalog } from "./catalog.gen.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import { buildToolbox } from "./tools/build-toolbox.ts";
import { chatCommands } from "./chat-commands.ts";
import { modelCommand } from "./chat-commands/model.ts";
import { statusCommand } from "./chat-commands/status.ts";
import { embedTools, toolMeaning } from "./tools/tool-embeddings.ts";
import { chooseAgents } from "./models/choose-agents.ts";
import { findUnavailableTools } from "./tools/find-unavailable-tools.ts";
import { findSoulFiles } from "./models/find-soul-files.ts";
import { createStartTurn } from "./start-daily-log.ts";
import { createAudit } from "../features/audit/implement.ts";
import { createBackups } from "../features/backups/implement.ts";
import { createExecLog } from "../features/exec/implement.ts";
import { createFeatures } from "./features.ts";
import { createDailySummary } from "./save-daily-summary.ts";
import { openShell } from "./tools/open-shell.ts";
import type { OpenedStore } from "./open-store.ts";
import { openMemory } from "./open-memory.ts";
import { chooseAtStart } from "./models/choose-at-start.ts";
import { chooseRoles } from "./channels/choose-roles.ts";
import { linkOwnerAccounts } from "./channels/link-owner-accounts.ts";
import { chooseUtility } from "./models/choose-utility.ts";
import { createSpeech } from "./speech/create-speech.ts";
import { createAttachmentReader } from "./speech/create-attachment-reader.ts";
import { createChooseModel } from "./models/choose-model.ts";
import type { Config } from "./config-schema.ts";
import { createVisionService } from "./tools/vision-service.ts";
import { createFiles } from "../features/files/implement.ts";
import { callerScope } from "../features/caller-scope.ts";
import { createArchive } from "../features/memory/archive.ts";
import { createChanges } from "../features/memory/changes.ts";
import { createFacts } from "../features/memory/facts.ts";
import { createMemory } from "../features/memory/memory.ts";
import { createPrivacy } from "../features/memory/privacy.ts";
import { createProfile } from "../features/memory/profile.ts";
import { newWebhookSecret } from "./new-webhook-secret.ts";
import { createPreferences } from "../features/preferences/implement.ts";
import { createPromptFiles } from "./prompt-files.ts";
import { chooseHeartbeat } from "./choose-heartbeat.ts";
import { quietUntil } from "./quiet-until.ts";
import { modelOperations } from "./operations/model-operations.ts";

export interface AgentSetup {
  readonly home: Home;
  readonly config: Config;
  readonly log: Log;
  readonly version: string;
  /** The home's data; the caller closes it after the agent. */
  readonly opened: OpenedStore;
  /** Told to listeners; for those that outlive the agent. Without it, the agent has its own. */
  readonly events?: Events | undefined;
  /** Told of each numbered step in the life of a message; without it, nobody is. */
  readonly tracing?: Tracing | undefined;
  /** Told when channels and workers begin. */
  readonly onStep?: ((step: "channels" | "workers") => void) | undefined;
  /** Environment of the process; it may hold API keys. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The parts of an agent, put together; nothing runs yet. */
export interface Agent extends AsyncDisposable {
  readonly core: Core;
  readonly store: Store;
  readonly model: Model;
  /** Description of the model for people. */
  readonly description: string;
  readonly toolbox: Toolbox;
  /** Speech to text and text to speech. */
  readonly speech: Speech;
  readonly owner: Principal;
  /** Has tools found by their meaning, once that is known; ends with `signal`. */
  indexTools(signal: AbortSignal): Promise<void>;
  /** Keeps what is found in memory up to date until `signal` aborts. */
  runMemory(signal: AbortSignal): Promise<void>;
}

/** Tenant of everything in a home. */
export const TENANT = "home";

/** Facts are extracted from a chat that has been quiet for this long, in milliseconds. */
const QUIET_MS = 60_000;

/**
 * Puts the agent together. The caller holds the home's lock.
 *
 * This is the only chat where parts meet. Every part gets what it needs as an
 * argument, so reading this function is reading the architecture.
 */
export async function openAgent(setup: AgentSetup): Promise<Agent> {
  const { home, config, log } = setup;
  const clock = systemClock;
  const { store, changedWakeup, jobsWakeup } = setup.opened;

  const owner = await resolveOwner(store, config.agent.ownerName);
  const roleOf = chooseRoles(config.channels, owner.id);
  const localeOf = createLocaleOf(config.agent);
  const joining = { store, owner, roleOf, clock, newId, localeOf, log, events: setup.events };
  await linkOwnerAccounts(config.channels, joining);
  const choose = createChooseModel({
    config: config.models,
    configured: config.agent.model,
    env: setup.env,
    clock,
    log,
  });
  const chosen = await chooseAtStart(config.agent.model, { choose, log });
  const { description } = chosen;
  const model = createModelSwitch(chosen.model);
  const utility = await chooseUtility(chosen, { choose, name: config.agent.utilityModel });
  const { timeZone, mode, maxSteps, temperature, maxTokens } = config.agent;
  const folder = openFolder(home.workspace);
  const memory = createKnowledge(folder, { clock: { now: () => clock.now(), timeZone } });
  const remembered = openMemory({
    store,
    wakeup: changedWakeup,
    folder,
    root: home.workspace,
    owner,
    config: config.embedding,
    env: setup.env,
    clock,
    timeZone,
    log,
  });
  // Anything started below may fail, and then leaves nothing behind.
  await using undo = new AsyncDisposableStack();
  undo.use(remembered);
  const endedWakeup = createWakeup();
  const forgetter = createForgetter({
    store,
    clock,
    newId,
    log,
    files: {
      folder,
      transcripts: home.sessions,
      logs: home.logs,
      history: home.history,
      exports: home.exports,
    },
    fileOwner: owner.id,
    retention: config.memory.retention,
    wakeup: createWakeup(),
    endedWakeup,
    pause: wait,
  });
  const processes = createProcesses({ scratch: home.scratch });
  const speech = createSpeech(config.speech, {
    env: setup.env,
    models: { ...config.models, model: config.agent.model },
    clock,
    newId,
    random: Math.random,
    processes,
  });
  const soulFiles = await findSoulFiles(config.agents, folder);
  const { model: seer } = config.vision;
  const documents = createDocuments(config.documents);
  const other = seer === undefined ? undefined : (await choose(seer)).alone;
  const web = createWeb(config.web);
  const features = createFeatures({
    store,
    clock,
    newId,
    timeZone,
    memorySearch: remembered.search,
    web,
  });
  const toolbox = await buildToolbox({
    features,
    store,
    folder,
    clock,
    timeZone,
    web,
    webSearch: chooseSearch(config.web),
    processes,
    readOnly: [...soulFiles.values()],
    shell: openShell({
      config: config.exec,
      workspace: home.workspace,
      readOnly: [...soulFiles.values()],
      env: setup.env,
      store,
      clock,
      newId,
    }),
    ...(speech.say && {
      speaking: ({ chat, call }) => ({
        say: (text, { voice }) => core.sendVoice({ chat, call, text, voice }),
      }),
    }),
    reading: {
      documents: () => documents,
      vision: createVisionService({
        async modelOf(id) {
          const chat = await store.read.chats.byId(id);
          return chat ? (switches.get(agents.answering(chat).name) ?? model) : model;
        },
        other,
        newId,
      }),
      attachments: ({ chat, labels }) =>
        createAttachmentFiles(chat, {
          store,
          files: (channel) => core.files(channel),
          maxBytes: config.documents.maxBytes,
          labels,
        }),
    },
    memorySearch: remembered.search,
    forgetter,
    meaning: toolMeaning(remembered.embedder, clock),
    vectorWeight: config.toolSearch.vectorWeight,
  });
  const others = await chooseAgents(config.agents, {
    main: { model, utility },
    choose,
    utilityModel: config.agent.utilityModel,
    folder,
    soulFiles,
    tools: [...catalog, ...toolbox.tools, ...toolbox.awaited].map(({ name }) => name),
    log,
  });
  const agents = createAgents(mainAgent({ model, utility }), others);
  const switches = new Map(others.map((agent) => [agent.name, agent.model]));

  const modelOf = async (address: Pick<Address, "channel" | "externalId">) => {
    const { name } = await agentAt(address, { store, agents });
    return switches.get(name) ?? model;
  };
  const running = { ...setup, store, model, clock, startedAt: clock.now() };
  const commands: readonly ChatCommand[] = [
    ...chatCommands({
      features,
      store,
      clock,
      timeZone,
      ownerName: config.agent.ownerName,
      limits: config.limits,
      folder,
      forgetter,
      exports: home.exports,
    }),
    statusCommand(running),
    modelCommand({ modelOf, choose }),
  ];
  const memoryDeps = { store, clock, newId, folder, forgetter };
  const operations: readonly Implementation[] = [
    ...features.flatMap((feature) => feature.operations ?? []),
    modelOperations({ modelOf, choose, newId }),
    createBackups({ store, home, clock, newId }),
    createExecLog({ store, newId }),
    createAudit({ store, newId }),
    createMemory({
      ...memoryDeps,
      search: remembered.search,
      owner: { tenant: owner.tenant, person: owner.id },
    }),
    createFacts(memoryDeps),
    createProfile(memoryDeps),
    createChanges(memoryDeps),
    createPrivacy(memoryDeps),
    createArchive(memoryDeps),
    createPreferences({ store, clock, newId, timeZone }),
    createFiles({
      workspaceOf: async (call) => {
        const scope = await callerScope({ ...call, key: newId() }, store);
        return toolbox.services({ name: "files", needs: ["workspace"] }, scope).workspace;
      },
      newId,
    }),
  ];
  const isOwn = async (digest: string) => !(await store.read.fileLabels.ofDigest(TENANT, digest));
  const core = createCore({
    missing: findUnavailableTools(toolbox),
    store,
    events: setup.events,
    tracing: setup.tracing,
    onStep: setup.onStep,
    model,
    utility,
    agents,
    toolbox,
    understanding: createAttachmentReader({
      hear: speech.hear,
      documents,
      maxBytes: config.documents.maxBytes,
      canDescribeImages: other !== undefined,
      visionOf: (answering) => createVision({ model: answering, other, newId }),
    }),
    log,
    clock,
    newId,
    operations,
    commands,
    endedWakeup,
    jobsWakeup,
    webhooks: {
      client: createWebhookClient(config.webhooks),
      newSecret: newWebhookSecret,
      random: Math.random,
    },
    quietUntil: quietUntil(config.agent.timeZone),
    heartbeat: chooseHeartbeat(config.heartbeat, { folder, owner, isOwn }),
    promptFiles: createPromptFiles(
      folder,
      createKnowledge(folder, {
        clock: { now: () => clock.now(), timeZone },
        minIntegrity: "owner",
      }),
      isOwn,
    ),
    recall: createRecall({ search: remembered.search, feed: store.read.messages }),
    saveDailySummary: createDailySummary(
      (integrity) =>
        createKnowledge(folder, { clock: { now: () => clock.now(), timeZone }, integrity }),
      owner,
    ),
    startTurn: createStartTurn(
      createDailyLogger(folder, { now: () => clock.now(), timeZone }),
      owner,
    ),
    countMemory: async (person) => ({
      ...(await countMemory(memory)),
      notes: await store.read.notes.count(person),
    }),
    ...(config.storage.transcripts === "on" && { transcripts: home.sessions }),
    policy: {
      ownerName: config.agent.ownerName,
      owner: owner.id,
      unattended: {
        policy: config.approvals.unattended,
        effects: config.approvals.unattendedAllows,
      },
      intake: {
        tenant: TENANT,
        roleOf,
        newChat: { mode, maxSteps },
      },
      turns: {
        approvalMs: config.approvals.expireHours * 3_600_000,
        approversFor: (call) => approversFor(call, config.approvals.twoPerson),
        timeZone,
        language: config.agent.language,
        lifetime: config.sessions,
      },
      limits: { ...config.tools, temperature, maxTokens },
      spending: config.limits,
      toolSearch: config.toolSearch,
      context: config.context,
      historyLimit: config.storage.historyLimit,
      learning: { ...config.memory, quietMs: QUIET_MS },
      spoken: speech.say && { maxWords: config.speech.maxWords },
    },
  });

  const held = undo.move();
  return {
    core,
    store,
    model,
    description,
    toolbox,
    speech,
    owner,
    indexTools: (signal) => embedTools({ toolbox, log, pause: wait }, signal),
    async runMemory(signal) {
      await Promise.all([remembered.run(signal), forgetter.run(signal)]);
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** The person at this machine's terminal. */
async function resolveOwner(store: Store, name: string): Promise<Principal> {
  const owner: Principal = { id: toId("owner"), tenant: TENANT, role: "owner", name };
  const known = await store.read.people.byId(owner.id);
  if (known?.name === name) return owner;
  await store.commit("configure-owner", async (tx) => {
    const identity = { tenant: TENANT, channel: "cli", externalId: owner.id };
    if (known) await tx.people.update(owner.id, owner);
    else await tx.people.add(owner, identity);
  });
  return owner;
}
