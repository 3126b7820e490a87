import { type Core, createCore } from "../core/core.ts";
import type { ControlSection } from "../core/control.ts";
import { systemClock } from "../kernel/clock.ts";
import { newId, toId } from "../kernel/ids.ts";
import type { Principal } from "../kernel/principal.ts";
import { createModelSwitch } from "../llm/model-switch.ts";
import type { Model } from "../llm/model.ts";
import { createKnowledge } from "../memory/knowledge.ts";
import { openFolder } from "../platform/folder.ts";
import type { Home } from "../platform/home.ts";
import type { Log } from "../platform/log.ts";
import { openSqlite } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import { buildToolbox } from "./build-toolbox.ts";
import { createKeepRecap } from "./keep-recap.ts";
import { chooseAtStart } from "./choose-at-start.ts";
import { chooseUtility } from "./choose-utility.ts";
import { createChooseModel } from "./choose-model.ts";
import type { Config } from "./config-schema.ts";
import { createPromptFiles } from "./prompt-files.ts";
import { refuseDamage } from "./refuse-damage.ts";
import { agentSection, modelsSection, storeSection, toolsSection } from "./sections.ts";

export interface AgentSetup {
  readonly home: Home;
  readonly config: Config;
  readonly log: Log;
  readonly version: string;
  /** Ends the process's part of the agent. */
  readonly stop: () => void;
  /** Of the process: keys of providers may stand there. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The parts of an agent, put together; nothing runs yet. */
export interface Agent extends AsyncDisposable {
  readonly core: Core;
  readonly store: Store;
  readonly model: Model;
  /** What people are told about the model. */
  readonly description: string;
  readonly toolbox: Toolbox;
  readonly owner: Principal;
}

const TENANT = "home";

/**
 * Puts the agent together. The caller holds the home's lock.
 *
 * This is the only place where parts meet. Every part gets what it needs as an
 * argument, so reading this function is reading the architecture.
 */
export async function openAgent(setup: AgentSetup): Promise<Agent> {
  const { home, config, log } = setup;
  const clock = systemClock;
  const store = await openSqlite(home.database, config.storage);
  await refuseDamage(store, home);

  const owner = await knowOwner(store, config.agent.ownerName);
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
  const toolbox = await buildToolbox({ store, folder, clock, timeZone, web: config.web });

  const sections: readonly ControlSection[] = [
    agentSection({ ...setup, store, model, clock, startedAt: clock.now() }),
    modelsSection(model, choose),
    toolsSection(toolbox),
    storeSection({ store, home, clock }),
  ];
  const core = createCore({
    store,
    model,
    utility,
    toolbox,
    log,
    clock,
    newId,
    sections,
    promptFiles: createPromptFiles(folder, memory),
    keepRecap: createKeepRecap(memory, owner),
    ...(config.storage.transcripts === "on" && { transcripts: home.sessions }),
    policy: {
      ownerName: config.agent.ownerName,
      intake: {
        tenant: TENANT,
        // Whoever can open the socket is the owner; no other surface is connected yet.
        roleOf: (surface, sender) =>
          surface === "cli" && sender === owner.id ? "owner" : "stranger",
        newPlace: { mode, maxSteps },
      },
      turns: {
        approvalMs: config.approvals.expireHours * 3_600_000,
        timeZone,
        lifetime: config.sessions,
      },
      limits: { ...config.tools, temperature, maxTokens },
      toolSearch: config.toolSearch,
      context: config.context,
    },
  });

  return {
    core,
    store,
    model,
    description,
    toolbox,
    owner,
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/** The person at this machine's terminal. */
async function knowOwner(store: Store, name: string): Promise<Principal> {
  const owner: Principal = { id: toId("owner"), tenant: TENANT, role: "owner", name };
  const known = await store.read.people.byId(owner.id);
  if (known?.name === name) return owner;
  await store.commit("configure-owner", async (tx) => {
    const identity = { tenant: TENANT, surface: "cli", externalId: owner.id };
    if (known) await tx.people.update(owner.id, owner);
    else await tx.people.add(owner, identity);
  });
  return owner;
}
