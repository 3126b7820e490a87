import type { Services, Tool, ToolFinder } from "@reeve/sdk";
import { createArtifacts } from "../core/artifacts.ts";
import { createNotes } from "../domains/assistant.ts";
import { createJournal } from "../domains/journal.ts";
import type { WebConfig } from "../integrations/web.ts";
import { chooseSearch } from "../integrations/web/choose-search.ts";
import { createWeb } from "../integrations/web/create-web.ts";
import { openWorkspace } from "../integrations/workspace/open-workspace.ts";
import type { Clock } from "../kernel/clock.ts";
import { createKnowledge } from "../memory/knowledge.ts";
import { createProcesses } from "../platform/child-process.ts";
import type { Folder } from "../platform/folder.ts";
import type { Store } from "../store/store.ts";
import { catalogue } from "../tools/catalogue.gen.ts";
import {
  createToolbox,
  type ServiceFactories,
  type Setting,
  type Toolbox,
} from "../tools/toolbox.ts";

export interface ToolboxParts {
  readonly store: Store;
  /** The workspace's folder. */
  readonly folder: Folder;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly web: WebConfig;
  /** Tools beyond the built-in ones. */
  readonly more?: readonly Tool[];
}

/** The built-in tools with the services that are there for them. */
export async function buildToolbox(parts: ToolboxParts): Promise<Toolbox> {
  const { store, folder, timeZone, more = [] } = parts;
  const workspace = await openWorkspace(folder);
  const clock: Services["clock"] = { now: () => parts.clock.now(), timeZone };
  const processes = createProcesses();
  const web = createWeb(parts.web);
  const webSearch = chooseSearch(parts.web);
  const factories: ServiceFactories = {
    workspace: () => workspace,
    memory: ({ session }) => createKnowledge(folder, { clock, session }),
    notes: ({ tenant, person }) => createNotes(store, { tenant, person }, clock),
    artifacts: ({ place }) => createArtifacts(store, place),
    clock: () => clock,
    processes: () => processes,
    web: () => web,
    ...(webSearch && { webSearch: () => webSearch }),
    journal: ({ tenant, person }) => createJournal(store, { tenant, person }, clock),
  };
  const toolbox: Toolbox = createToolbox([...catalogue, ...more], {
    ...factories,
    tools: ({ setting }) => createFinder(toolbox, setting),
  });
  return toolbox;
}

/** Finds tools among those that the asker is offered. */
function createFinder(toolbox: Toolbox, setting: Setting): ToolFinder {
  return {
    async find(query) {
      const offer = toolbox.offer(setting);
      const byName = new Map(offer.map((tool) => [tool.name, tool]));
      const hits = toolbox.search(offer, query, { limit: FOUND, minScore: 0 });
      return hits.flatMap(({ name }) => byName.get(name) ?? []);
    },
  };
}

/** As many as the tool shows. */
const FOUND = 8;
