import { readFile } from "node:fs/promises";
import { createWhatsAppClient } from "../integrations/whatsapp/create-client.ts";
import { formatText } from "../integrations/whatsapp/format-text.ts";
import { splitLines } from "../integrations/whatsapp/split-lines.ts";
import { systemClock } from "../kernel/clock.ts";
import { wait } from "../llm/wait.ts";
import type { Surface } from "../surfaces/surface.ts";
import { WHATSAPP } from "../surfaces/whatsapp/config.ts";
import { createWhatsApp } from "../surfaces/whatsapp/surface.ts";
import type { SurfaceSetup } from "./choose-surfaces.ts";
import { createSurfaceMemory } from "./create-surface-memory.ts";
import { findChosenLanguage } from "./find-chosen-language.ts";
import { findMissingWhatsApp } from "./find-missing-whatsapp.ts";
import { findSaid } from "./find-said.ts";
import { type Agent, TENANT } from "./open-agent.ts";

/** WhatsApp; where some of its settings are missing, there is none, and that is said. */
export function createWhatsAppSurface(
  { core, store }: Pick<Agent, "core" | "store">,
  { config, log, steps }: SurfaceSetup,
): Surface | undefined {
  const { phoneNumberId, accessToken, appSecret, verifyToken, ...settings } =
    config.channels.whatsapp;
  if (!phoneNumberId || !accessToken || !appSecret || !verifyToken) {
    const missing = findMissingWhatsApp(config.channels.whatsapp);
    const reason = `Still to be set: ${[missing].flat().join(", ")}`;
    log.warn("whatsapp is not complete", { reason });
    steps.report(WHATSAPP, reason);
    return undefined;
  }
  const surface = WHATSAPP;
  const clock = systemClock;
  const language = settings.language ?? config.agent.language;
  return createWhatsApp({
    client: createWhatsAppClient({ ...settings, phoneNumberId, accessToken }),
    phoneNumberId,
    appSecret,
    verifyToken,
    config: { ...settings, language },
    memory: createSurfaceMemory(store, { tenant: TENANT, surface, clock }),
    control: core.control,
    knowSender: (sender) => core.knowSender(surface, sender),
    findSaid: (chat, message) => findSaid(store, { surface, chat, message }),
    languageIn: async (externalId) =>
      (await findChosenLanguage(store, { tenant: TENANT, surface, externalId })) ?? language,
    format: formatText,
    split: splitLines,
    readFile: (path) => readFile(path),
    clock,
    pause: wait,
    log,
  });
}
