import type { FoundServer } from "../../../llm/apis/discover-local.ts";
import type { FoundKey } from "../../models/detect-model.ts";

/** Models that this machine offers without setup. */
export interface DetectedModels {
  readonly keys: readonly FoundKey[];
  readonly servers: readonly FoundServer[];
}

const MODELS_SHOWN = 4;

/** Describes the models that were found, for people. */
export function describeDetectedModels({ keys, servers }: DetectedModels): string {
  const rows = [
    ...keys.map(({ provider, variable }) => `  a key for ${provider}, in ${variable}`),
    ...servers.map(
      ({ name, baseUrl, models }) => `  ${name} at ${baseUrl}, with ${listModels(models)}`,
    ),
  ];
  if (rows.length > 0) return ["Found on this machine:", ...rows].join("\n");
  return "Found no API key in the environment and no model server on this machine.";
}

function listModels(models: readonly string[]): string {
  const shown = models.slice(0, MODELS_SHOWN).join(", ");
  const more = models.length - MODELS_SHOWN;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
