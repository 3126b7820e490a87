import { isFault } from "@reeve/sdk";
import { createModelSwitch } from "../../llm/model-switch.ts";
import { createPendingModel } from "../../llm/pending-model.ts";
import type { Log } from "../../platform/log.ts";
import type { ChooseModel, ChosenModel } from "./choose-model.ts";

/**
 * The model of the config. A server that is not there yet does not keep the agent
 * from starting: messages wait for it, and people are told why.
 */
export async function chooseAtStart(
  name: string,
  { choose, log }: { choose: ChooseModel; log: Log },
): Promise<ChosenModel> {
  return choose(name).catch((error: unknown) => {
    if (!isFault(error) || error.code !== "unavailable") throw error;
    log.warn("model is not available", { model: name, reason: error.message });
    const model = createModelSwitch(
      createPendingModel(name, {
        open: async () => (await choose(name)).model,
        onOpen: (opened) => model.use(opened),
      }),
    );
    return { model, alone: model, description: `${name}; ${error.message}` };
  });
}
