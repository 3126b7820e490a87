import type { Documents, Processes, Web } from "@reeve/sdk";
import { createFileKeeper } from "../../platform/file-keeper.ts";
import { createAttachmentFiles } from "../../core/attachments/attachment-files.ts";
import type { Core } from "../../core/core.ts";
import type { Feature } from "../../features/feature.ts";
import type { Speech } from "../../integrations/speech.ts";
import { chooseSearch } from "../../integrations/web/choose-search.ts";
import type { Forgetter } from "../../memory/forgetting.ts";
import type { ServiceFactories, Toolbox } from "../../tools/toolbox.ts";
import type { AgentKernel } from "../agent-kernel.ts";
import type { AnsweringAgents } from "../models/open-agents.ts";
import type { Models } from "../models/open-models.ts";
import type { Memory } from "../open-memory.ts";
import { buildToolbox } from "./build-toolbox.ts";
import { openPrograms } from "./open-programs.ts";
import { openShell } from "./open-shell.ts";
import { toolMeaning } from "./tool-embeddings.ts";
import { createVisionService } from "./vision-service.ts";

export interface OpenToolboxDeps {
  readonly features: readonly Feature[];
  readonly models: Models;
  readonly memory: Memory;
  readonly forgetter: Forgetter;
  readonly web: Web;
  readonly documents: Documents;
  readonly speech: Speech;
  readonly processes: Processes;
  readonly skills: NonNullable<ServiceFactories["skills"]>;
  /** Files of the workspace that only the owner changes, absolute. */
  readonly readOnly: readonly string[];
  /** Called once a tool runs: agents and core need the toolbox to begin with. */
  readonly agents: () => AnsweringAgents;
  readonly core: () => Core;
}

/** Builds the toolbox with the services that the config allows. */
export async function openToolbox(kernel: AgentKernel, deps: OpenToolboxDeps): Promise<Toolbox> {
  const { store, config, newId } = kernel;
  const keepFile = createFileKeeper(kernel.home.outbox, kernel.clock);
  const { models, memory, documents, speech, agents, core, ...others } = deps;
  return buildToolbox({
    ...kernel,
    ...others,
    ...(config.channels.telegramBot.token && {
      connected: { telegram: (scope) => core().service("telegram", scope) },
      more: (await import("../telegram-tools.gen.ts")).telegramTools,
    }),
    webSearch: chooseSearch(config.web),
    writeJournal: kernel.home.writes,
    shell: {
      ...openShell({
        ...kernel,
        config: config.exec,
        workspace: kernel.home.workspace,
        readOnly: deps.readOnly,
      }),
      ...openPrograms(kernel),
    },
    ...(speech.say && {
      speaking: ({ chat, call }) => ({
        say: (text, { voice }) => core().sendVoice({ chat, call, text, voice }),
      }),
    }),
    conversations: ({ tenant, person, chat, call, setting: { role } }) =>
      core().conversations({ tenant, person, chat, call, role }, keepFile),
    reading: {
      documents: () => documents,
      vision: createVisionService({
        modelOf: (chat) => agents().modelIn(chat),
        other: models.vision,
        newId,
      }),
      attachments: ({ chat, labels }) =>
        createAttachmentFiles(chat, {
          store,
          files: (channel) => core().files(channel),
          maxBytes: config.documents.maxBytes,
          labels,
        }),
    },
    memorySearch: memory.search,
    meaning: toolMeaning(memory.embedder, kernel.clock),
    vectorWeight: config.toolSearch.vectorWeight,
  });
}
