import { setInFile, unsetInFile } from "../../../platform/config-file.ts";
import { configSchema } from "../../config-schema.ts";
import type { Choices } from "./choices.ts";

/** The settings that `reeve setup` writes. */
export const WRITTEN = [
  "agent.model",
  "models.baseUrl",
  "models.apiKey",
  "agent.ownerName",
  "agent.timeZone",
] as const;

/** Writes the choices into the settings file, which is its owner's alone. Other settings stay. */
export async function writeChoices(file: string, choices: Choices): Promise<void> {
  const { provider, model, baseUrl, key, ownerName, timeZone } = choices;
  const set = (path: (typeof WRITTEN)[number], text: string) =>
    setInFile(configSchema, file, { path, text });

  // At no time may a key stand beside a provider or an address that it is not for.
  if (key.from !== "settings") await unsetInFile(configSchema, file, "models.apiKey");
  await unsetInFile(configSchema, file, "models.baseUrl");
  await set("agent.model", `${provider}/${model}`);
  if (baseUrl !== undefined) await set("models.baseUrl", baseUrl);
  if (key.from === "person") await set("models.apiKey", key.key.reveal());
  await set("agent.ownerName", ownerName);
  await set("agent.timeZone", timeZone);
}
