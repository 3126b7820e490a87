import type { Config } from "../../config-schema.ts";
import type { CurrentModel } from "./choose-model.ts";

/** Returns the configured model; undefined if the config leaves the choice open. */
export function currentModel({
  agent,
  models,
}: Pick<Config, "agent" | "models">): CurrentModel | undefined {
  const [provider = "", ...rest] = agent.model.split("/");
  if (provider === "auto") return undefined;
  const { apiKey, baseUrl } = models;
  return {
    provider,
    model: rest.length > 0 ? rest.join("/") : undefined,
    baseUrl,
    key: apiKey ? { from: "settings", key: apiKey } : { from: "nowhere" },
  };
}
