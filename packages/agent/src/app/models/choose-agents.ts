import { Fault } from "@reeve/sdk";
import type { AgentProfile } from "../../core/agents.ts";
import type { AgentsConfig } from "../../core/config.ts";
import { digestOf } from "../../kernel/text/json.ts";
import { matchesGlob } from "../../kernel/text/matches-glob.ts";
import { suggestName } from "../../kernel/text/suggest-name.ts";
import { createModelSwitch, type ModelSwitch } from "../../llm/model-switch.ts";
import { parseDollars } from "../../llm/parse-dollars.ts";
import type { Folder } from "../../platform/folder.ts";
import type { Log } from "../../platform/log.ts";
import { chooseAtStart } from "./choose-at-start.ts";
import type { ChooseModel } from "./choose-model.ts";
import { chooseUtility } from "./choose-utility.ts";
import { withSettingName } from "./with-setting-name.ts";
import { readPromptFile } from "../read-prompt-file.ts";

/** An agent whose model can be exchanged while it runs. */
export interface ChosenAgent extends AgentProfile {
  readonly model: ModelSwitch;
}

export interface ChooseAgentsDeps {
  /** Models of agents that name none. */
  readonly main: Pick<ChosenAgent, "model" | "utility">;
  readonly choose: ChooseModel;
  /** `agent.utilityModel`. */
  readonly utilityModel: string | undefined;
  readonly folder: Folder;
  /** The files in which souls stand, by the agent's name. */
  readonly soulFiles: ReadonlyMap<string, string>;
  /** Names of all tools that there are, also of those that cannot run here. */
  readonly tools: readonly string[];
  readonly log: Log;
}

type Settings = AgentsConfig[string];

/**
 * The agents of the config beside the main one, in its order. A pattern that no tool
 * fits is `invalid`; so is what is wrong with a model, as `ChooseModel` says.
 */
export async function chooseAgents(
  config: AgentsConfig,
  deps: ChooseAgentsDeps,
): Promise<readonly ChosenAgent[]> {
  const agents: ChosenAgent[] = [];
  for (const [name, settings] of Object.entries(config))
    agents.push(await chooseAgent(name, settings, deps));
  return agents;
}

async function chooseAgent(
  name: string,
  settings: Settings,
  deps: ChooseAgentsDeps,
): Promise<ChosenAgent> {
  const { soul, allow, deny, chats } = settings;
  for (const [key, patterns] of Object.entries({ allow: allow ?? [], deny }))
    for (const pattern of patterns)
      refuseIdle(pattern, { setting: `agents.${name}.${key}`, tools: deps.tools });
  const isPlain = soul === undefined && allow === undefined && deny.length === 0;
  return {
    name,
    chats,
    ...(await modelsOf(name, settings, deps)),
    ...(soul !== undefined && { readSoul: soulReader(name, soul, deps) }),
    ...((allow || deny.length > 0) && { rules: { agent: name, allow, deny } }),
    budgets: budgetsOf(settings),
    ...(!isPlain && { character: digestOf({ soul, allow, deny }) }),
  };
}

async function modelsOf(
  name: string,
  { model }: Settings,
  { main, choose, utilityModel, log }: ChooseAgentsDeps,
): Promise<Pick<ChosenAgent, "model" | "utility">> {
  if (model === undefined) return { model: main.model, utility: main.utility };
  const setting = `agents.${name}.model`;
  const chosen = await chooseAtStart(model, { choose, log }).catch(withSettingName(setting));
  return {
    model: createModelSwitch(chosen.model),
    utility: await chooseUtility(chosen, { choose, name: utilityModel }),
  };
}

function soulReader(
  name: string,
  soul: string,
  { folder, soulFiles }: ChooseAgentsDeps,
): () => Promise<string | undefined> {
  const file = soulFiles.get(name);
  return async () => (file === undefined ? soul.trim() : readPromptFile(folder, file));
}

function budgetsOf({ budgets: { steps, tokensPerDay, costPerDay } }: Settings) {
  const costNanoPerDay = costPerDay === undefined ? undefined : parseDollars(costPerDay);
  return { steps, tokensPerDay, costNanoPerDay };
}

function refuseIdle(
  pattern: string,
  { setting, tools }: { setting: string; tools: readonly string[] },
): void {
  if (tools.some((tool) => matchesGlob(tool, pattern))) return;
  const near = suggestName(pattern, tools);
  throw new Fault("invalid", `${setting}: no tool named "${pattern}".`, {
    hint: near ? `Did you mean ${near}?` : "List the tools: reeve tools list",
  });
}
