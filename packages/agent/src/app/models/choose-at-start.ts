import { isFault } from "@reeve/sdk";
import { createOfflineModel } from "../../llm/apis/offline/offline-model.ts";
import type { Log } from "../../platform/log.ts";
import type { ChooseModel, ChosenModel } from "./choose-model.ts";

/**
 * The model of the config. A server that is not there yet does not keep the agent
 * from starting: the built-in model answers, and people are told why.
 */
export async function chooseAtStart(
  name: string,
  { choose, log }: { choose: ChooseModel; log: Log },
): Promise<ChosenModel> {
  return choose(name).catch(async (error: unknown) => {
    if (!isFault(error) || error.code !== "unavailable") throw error;
    log.warn("model is not available", { model: name, reason: error.message });
    const offline = await choose(createOfflineModel().id);
    return { ...offline, description: `${offline.description}; ${name}: ${error.message}` };
  });
}
