import type { Core } from "../core/core.ts";
import { createDocuments } from "../integrations/documents/create-documents.ts";
import type { Speech } from "../integrations/speech.ts";
import { createWeb } from "../integrations/web/create-web.ts";
import type { McpServers } from "../integrations/mcp.ts";
import type { Plugins } from "../integrations/plugins.ts";
import type { Principal } from "../kernel/principal.ts";
import { createWakeup } from "../kernel/wakeup.ts";
import type { Model } from "../llm/model.ts";
import { wait } from "../kernel/wait.ts";
import { createForgetter } from "../memory/forgetting.ts";
import { createProcesses } from "../platform/child-process.ts";
import type { Store } from "../store/store.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import { type AgentSetup, createAgentKernel } from "./agent-kernel.ts";
import { openPeople } from "./channels/open-people.ts";
import { createFeatures } from "./features.ts";
import { openAgents } from "./models/open-agents.ts";
import { openModels } from "./models/open-models.ts";
import { openCore } from "./open-core.ts";
import { openMemory } from "./open-memory.ts";
import { openCommands, openOperations } from "./operations/open-operations.ts";
import { createSpeech } from "./speech/create-speech.ts";
import { openMcp } from "./tools/open-mcp.ts";
import { openPlugins } from "./tools/open-plugins.ts";
import { openHomeSkills } from "./tools/open-skills.ts";
import { openToolbox } from "./tools/open-toolbox.ts";
import { embedTools } from "./tools/tool-embeddings.ts";
import { Fault } from "@reeve/sdk";
import type { AgentsConfig } from "../core/config.ts";
import type { Folder } from "../platform/folder.ts";
import { withSettingName } from "./models/with-setting-name.ts";

/** One word with one of these endings names a file; anything else is the text itself. */
const FILE = /^\S+\.(?:md|txt)$/;

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
  readonly mcp: McpServers;
  readonly plugins: Plugins;
}

/**
 * Puts the agent together: people, models, memory, senses, tools, agents, operations and last the
 * core, which runs turns with them. The caller holds the home's lock.
 */
export async function openAgent(setup: AgentSetup): Promise<Agent> {
  const kernel = createAgentKernel(setup);
  const { home, config, store, folder, env, log, opened } = kernel;

  const people = await openPeople(kernel);
  const models = await openModels(kernel);

  const root = home.workspace;
  const { owner } = people;
  const memory = openMemory({
    ...kernel,
    wakeup: opened.changedWakeup,
    root,
    owner,
    config: config.embedding,
  });
  // A later step may throw, and then the memory is closed again.
  await using undo = new AsyncDisposableStack();
  undo.use(memory);
  const endedWakeup = createWakeup();
  const forgetter = createForgetter({
    ...kernel,
    files: { ...home, folder, transcripts: home.sessions },
    fileOwner: owner.id,
    retention: config.memory.retention,
    retentionDays: config.storage.retentionDays,
    wakeup: createWakeup(),
    endedWakeup,
    pause: wait,
  });

  const web = createWeb(config.web);
  const documents = createDocuments(config.documents);
  const processes = createProcesses({ scratch: home.scratch });
  const speech = createSpeech(config.speech, {
    ...kernel,
    env,
    models: { ...config.models, model: config.agent.model },
    random: Math.random,
    processes,
  });

  const features = createFeatures({ ...kernel, memorySearch: memory.search, web });
  const soulFiles = await findSoulFiles(config.agents, folder);
  const { skills, use, offerTools } = await openHomeSkills(kernel, processes);
  const toolbox = await openToolbox(kernel, {
    features,
    skills: use,
    models,
    memory,
    forgetter,
    web,
    documents,
    speech,
    processes,
    readOnly: [...soulFiles.values()],
    agents: () => answering,
    core: () => core,
  });
  await offerTools(toolbox);
  const mcp = openMcp(kernel, toolbox);
  const { plugins, events } = openPlugins(kernel, { toolbox, processes, core: () => core });
  const answering = await openAgents(kernel, { models, toolbox, soulFiles });

  const parts = { people, models, answering, memory, toolbox, skills, documents, speech };
  const managed = { ...parts, mcp, plugins, features, forgetter, owner, core: () => core };
  const core = openCore(kernel, {
    ...parts,
    operations: openOperations(kernel, managed),
    commands: openCommands(kernel, managed),
    endedWakeup,
    hooks: plugins.hooks,
    pluginInbox: events,
    upkeep: [memory, forgetter.upkeep, events.upkeep],
  });

  const held = undo.move();
  return {
    core,
    store,
    model: models.model,
    description: models.description,
    toolbox,
    speech,
    owner,
    indexTools: (signal) =>
      embedTools({ toolbox, keep: () => memory.keepEmbeddings(), log, pause: wait }, signal),
    mcp,
    plugins,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/**
 * The files of the workspace in which agents' souls stand, by the agent's name.
 * One that is not there is `missing`.
 */
export async function findSoulFiles(
  config: AgentsConfig,
  folder: Pick<Folder, "stat" | "resolve">,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const [name, { soul = "" }] of Object.entries(config)) {
    if (!FILE.test(soul)) continue;
    files.set(name, await find(soul, folder).catch(withSettingName(`agents.${name}.soul`)));
  }
  return files;
}

async function find(path: string, folder: Pick<Folder, "stat" | "resolve">): Promise<string> {
  const entry = await folder.stat(path);
  if (entry?.kind === "file") return folder.resolve(path);
  throw new Fault("missing", `File not found in the workspace: ${path}`, {
    hint: "Create the file, or set `soul` to the text itself.",
  });
}
