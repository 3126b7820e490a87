import type { Processes, Services, Tool, Web, WebSearch } from "@reeve/sdk";
import { createArtifacts } from "../../core/agent/artifacts.ts";
import { createPlans } from "../../domains/plans.ts";
import type { Feature } from "../../features/feature.ts";
import { openWorkspace } from "../../integrations/workspace/open-workspace.ts";
import type { Clock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { viewFacts } from "../../memory/facts.ts";
import { type Forgetter, forgettingOf } from "../../memory/forgetting.ts";
import { withFileChangeLog } from "../../memory/file-changes.ts";
import { withChangeLog } from "../../memory/changes.ts";
import {
  audienceOf,
  type CallLabels,
  type Integrity,
  integrityOf,
  joinLabels,
} from "../../kernel/label.ts";
import { createEntryLabels, createKnowledge } from "../../memory/knowledge.ts";
import type { MemorySearch } from "../../memory/search.ts";
import { createSearchService, findCurrent } from "../../memory/search-service.ts";
import { createProcesses } from "../../platform/child-process.ts";
import type { Folder } from "../../platform/folder.ts";
import type { Store } from "../../store/store.ts";
import { awaited } from "../awaited.gen.ts";
import { catalog } from "../catalog.gen.ts";
import type { Caller } from "../../tools/caller.ts";
import type { ToolMeaning } from "../../tools/offer-search.ts";
import {
  createToolbox,
  type ServiceFactories,
  type OfferContext,
  type Toolbox,
} from "../../tools/toolbox.ts";
import { featureServices } from "../features.ts";
import { guardServices } from "./guard-services.ts";
import { labelFacts, labelWeb, labelWebSearch, UNLABELLED } from "./label-services.ts";
import { labelWorkspace } from "./label-workspace.ts";
import { scheduleServices } from "./schedule-services.ts";
import { subAgentsOf } from "../../tools/sub-agents.ts";
import type { ToolFinder } from "../../tools/toolbox.ts";

export interface ToolboxDeps {
  readonly store: Store;
  /** The workspace's folder. */
  readonly folder: Folder;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly web: Web;
  /** Without it, nothing is searched on the web. */
  readonly webSearch?: WebSearch | undefined;
  readonly features: readonly Feature[];
  /** In place of those whose files lie in the machine's temporary folder. */
  readonly processes?: Processes | undefined;
  /** Files of the workspace that tools can read but not change, beside those that always are so. */
  readonly readOnly?: readonly string[];
  /** File in which the calls that wrote a file of the workspace are recorded. */
  readonly writeJournal?: string | undefined;
  /** Without it memory is read and not searched. */
  readonly memorySearch?: MemorySearch | undefined;
  /** Without it nothing can be forgotten in a conversation. */
  readonly forgetter?: Forgetter | undefined;
  /** Without it tools are found by keyword only. */
  readonly meaning?: ToolMeaning | undefined;
  /** How much meaning counts beside words when tools are looked for. */
  readonly vectorWeight?: number | undefined;
  /** Says something in the chat of a call; without it, there is no voice. */
  readonly speaking?: ServiceFactories["speaking"];
  /** Sends messages to people; without it, nobody is written to. */
  readonly conversations?: ServiceFactories["conversations"];
  /** Reads documents, looks at pictures, and fetches what messages carried. */
  readonly reading?: Pick<ServiceFactories, "documents" | "vision" | "attachments"> | undefined;
  /** Services of the shell, where the owner switched it on. */
  readonly shell?: ServiceFactories | undefined;
  /** Skills, whose tools come and go. */
  readonly skills?: ServiceFactories["skills"];
  /** Services of connections that are configured. */
  readonly connected?: ServiceFactories | undefined;
  /** Tools beyond the built-in ones. */
  readonly more?: readonly Tool[];
}

/** The built-in tools with the services that are there for them. */
export async function buildToolbox(deps: ToolboxDeps): Promise<Toolbox> {
  const {
    store,
    folder,
    timeZone,
    web,
    webSearch,
    memorySearch: search,
    readOnly = [],
    forgetter,
    more = [],
  } = deps;
  const workspace = await openWorkspace(folder, { readOnly, journal: deps.writeJournal });
  const clock: Services["clock"] = { now: () => deps.clock.now(), timeZone };
  const { processes = createProcesses() } = deps;
  const factories: ServiceFactories = {
    workspace: ({ tenant, person, chat, call, setting, isOperation, labels = UNLABELLED }) => {
      const { kind, role } = setting;
      const opened = isOperation && role === "owner" ? workspace.ofOwner : workspace;
      return labelWorkspace(withFileChangeLog(opened, { tenant, person }, { store, clock, call }), {
        store,
        tenant,
        labels,
        audience: audienceOf({ chat, kind, uid: person }),
        folder,
      });
    },
    memory: ({ tenant, person, session, setting, labels = UNLABELLED }) =>
      withChangeLog(
        createKnowledge(folder, {
          clock,
          session,
          label: { ...labels.taint, integrity: writtenBy(setting, labels) },
          entries: createEntryLabels(store, tenant),
          mark: labels.mark,
        }),
        { tenant, person },
        { store, clock },
      ),
    ...scheduleServices({ store, clock, timeZone, toolbox: () => toolbox }),
    ...(search && {
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
    }),
    artifacts: ({ chat, setting: { rules }, labels }) =>
      createArtifacts(store, chat, { rules, labels }),
    subAgents: subAgentsOf,
    mcpCall: ({ session, sampling, isNested }) => ({
      session: isNested ? undefined : session,
      sampling,
    }),
    clock: () => clock,
    caller: ({ person, chat }): Caller => ({ person, chat }),
    processes: () => processes,
    ...deps.shell,
    ...deps.reading,
    ...deps.connected,
    ...(deps.speaking && { speaking: deps.speaking }),
    ...(deps.conversations && { conversations: deps.conversations }),
    ...(deps.skills && { skills: deps.skills }),
    web: ({ labels = UNLABELLED }) => labelWeb(web, labels),
    ...(webSearch && {
      webSearch: ({ labels = UNLABELLED }) => labelWebSearch(webSearch, labels),
    }),
    facts: ({ tenant, person, setting: { role }, labels = UNLABELLED }) =>
      labelFacts(viewFacts({ tenant, person, role }, { store, clock, newId }), labels),
    plans: ({ tenant, person, chat, call, labels }) =>
      createPlans(
        store,
        { tenant, person, chat, call, labels },
        { now: () => deps.clock.now(), newId, toolOf: (name) => toolbox.get(name) },
      ),
    ...(forgetter && {
      forgetting: ({ tenant, person, setting: { role } }) =>
        forgettingOf(forgetter, { tenant, person, role }),
    }),
  };
  const { meaning, vectorWeight } = deps;
  const toolbox: Toolbox = createToolbox(
    [...catalog.filter(({ needs }) => !needs.includes("skills")), ...more],
    {
      ...guardServices(factories, folder),
      ...featureServices(deps.features),
      tools: ({ setting }) => createFinder(toolbox, setting),
    },
    { awaited, meaning, vectorWeight },
  );
  return toolbox;
}

/** Returns the integrity of what a call writes: that of the requester, or of the source of its words. */
function writtenBy({ role }: OfferContext, { taint }: CallLabels): Integrity {
  return joinLabels([{ integrity: integrityOf(role), audience: "all" }, taint]).integrity;
}

const FIND_MS = 10_000;

/** Finds tools among those that the asker is offered. */
function createFinder(toolbox: Toolbox, setting: OfferContext): ToolFinder {
  return {
    async find(query) {
      const offer = toolbox.offer(setting);
      const byName = new Map(offer.map((tool) => [tool.name, tool]));
      const signal = AbortSignal.timeout(FIND_MS);
      const hits = await toolbox.search(offer, query, { limit: FOUND, minScore: 0, signal });
      return hits.flatMap(({ name }) => byName.get(name) ?? []);
    },
  };
}

/** As many as the tool shows. */
const FOUND = 8;
