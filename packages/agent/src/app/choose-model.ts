import { Fault } from "@reeve/sdk";
import { createOfflineModel } from "../llm/apis/offline/offline-model.ts";
import type { Model } from "../llm/model.ts";

/** What people are told about the model that answers. */
export function describeModel({ id }: Model): string {
  return id === createOfflineModel().id ? `${id}, built in: no key, no network` : id;
}

/** The model that the config names. */
export function chooseModel(name: string): Model {
  const offline = createOfflineModel();
  if (name === offline.id) return offline;
  throw new Fault("invalid", `There is no model "${name}".`, {
    hint: `Run \`reeve config set agent.model ${offline.id}\` to use the built-in one.`,
  });
}
