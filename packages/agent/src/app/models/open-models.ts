import type { Model } from "../../llm/model.ts";
import { createModelSwitch, type ModelSwitch } from "../../llm/model-switch.ts";
import type { AgentKernel } from "../agent-kernel.ts";
import { chooseAtStart } from "./choose-at-start.ts";
import { createFoundModelFile } from "./found-model-file.ts";
import { type ChooseModel, createChooseModel } from "./choose-model.ts";
import { chooseUtility } from "./choose-utility.ts";

/** Models of the main agent. */
export interface Models {
  readonly choose: ChooseModel;
  /** Answers; can be exchanged while the agent runs. */
  readonly model: ModelSwitch;
  /** Sums up conversations; undefined where rules do. */
  readonly utility: Model | undefined;
  /** Describes images for models that see none; undefined unless the config names one. */
  readonly vision: Model | undefined;
  /** Description of the model for people. */
  readonly description: string;
}

/** Chooses the models that the config names. */
export async function openModels({ config, env, clock, log, home }: AgentKernel): Promise<Models> {
  const { model: configured, utilityModel: name } = config.agent;
  const remembered = createFoundModelFile(home.model);
  const choose = createChooseModel({
    config: config.models,
    configured,
    env,
    clock,
    log,
    remembered,
  });
  const chosen = await chooseAtStart(configured, { choose, log });
  const { model: seer } = config.vision;
  return {
    choose,
    model: createModelSwitch(chosen.model),
    utility: await chooseUtility(chosen, { choose, name }),
    vision: seer === undefined ? undefined : (await choose(seer)).alone,
    description: chosen.description,
  };
}
