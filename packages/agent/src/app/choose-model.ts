import { Fault } from "@reeve/sdk";
import { createOfflineModel } from "../llm/apis/offline/offline-model.ts";
import type { Model } from "../llm/model.ts";

/** The model that the config names. */
export function chooseModel(name: string): Model {
  const offline = createOfflineModel();
  if (name === offline.id) return offline;
  throw new Fault("invalid", `There is no model "${name}".`, {
    hint: `Run \`reeve config set agent.model ${offline.id}\` to use the built-in one.`,
  });
}
