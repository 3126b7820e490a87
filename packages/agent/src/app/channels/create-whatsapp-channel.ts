import { readFile } from "node:fs/promises";
import { createWhatsAppClient } from "../../integrations/whatsapp/create-client.ts";
import { formatText, splitLines } from "chat-markdown/whatsapp";
import { wait } from "../../kernel/wait.ts";
import type { Channel } from "../../channels/channel.ts";
import { WHATSAPP } from "../../channels/whatsapp/config.ts";
import { createWhatsApp } from "../../channels/whatsapp/channel.ts";
import type { ChannelSetup } from "./choose-channels.ts";
import { createChannelMemory } from "./create-channel-memory.ts";
import { findMissingWhatsApp } from "./find-missing-whatsapp.ts";
import { findMessageText } from "./find-message-text.ts";
import { TENANT } from "../agent-kernel.ts";
import type { Agent } from "../open-agent.ts";
import type { Identity } from "../../store/people/people.ts";
import type { Store } from "../../store/store.ts";

/** WhatsApp; where some of its settings are missing, there is none, and that is said. */
export function createWhatsAppChannel(
  { core, store }: Pick<Agent, "core" | "store">,
  { config, log, clock, steps }: ChannelSetup,
): Channel | undefined {
  const { phoneNumberId, accessToken, appSecret, verifyToken, ...settings } =
    config.channels.whatsapp;
  if (!phoneNumberId || !accessToken || !appSecret || !verifyToken) {
    const missing = findMissingWhatsApp(config.channels.whatsapp);
    const reason = `Not set: ${[missing].flat().join(", ")}`;
    log.warn("whatsapp settings are incomplete", { reason });
    steps.report(WHATSAPP, reason);
    return undefined;
  }
  const channel = WHATSAPP;
  const language = settings.language ?? config.agent.language;
  return createWhatsApp({
    client: createWhatsAppClient({ ...settings, phoneNumberId, accessToken }),
    phoneNumberId,
    appSecret,
    verifyToken,
    config: { ...settings, language },
    memory: createChannelMemory(store, { tenant: TENANT, channel, clock }),
    control: core.control,
    resolveSender: (sender) => core.resolveSender(channel, sender),
    findSaid: (externalId, message) =>
      findMessageText(store, { channel, chat: externalId, message }),
    languageIn: async (externalId) =>
      (await findChosenLanguage(store, { tenant: TENANT, channel, externalId })) ?? language,
    format: formatText,
    split: splitLines,
    readFile: (path) => readFile(path),
    clock,
    pause: wait,
    log,
  });
}

/** The language that somebody has chosen in their preferences; undefined where they have not. */
export async function findChosenLanguage(
  { read }: Pick<Store, "read">,
  identity: Identity,
): Promise<string | undefined> {
  const person = await read.people.byIdentity(identity);
  if (!person) return undefined;
  const { language } = await read.preferences.of({ tenant: identity.tenant, person: person.id });
  return language;
}
