import { formatText, splitLines } from "chat-markdown/whatsapp";
import type { Channel } from "../kit/channel.ts";
import type { ChannelHost } from "../kit/channel-host.ts";
import { createWhatsAppClient } from "./api/create-client.ts";
import { createWhatsApp } from "./channel.ts";
import type { WhatsAppConfig } from "./config.ts";

export { check } from "./check.ts";

/** Creates the channel from complete settings. */
export function create(
  { phoneNumberId, accessToken, appSecret, verifyToken, ...settings }: WhatsAppConfig,
  host: ChannelHost,
): Channel {
  if (!phoneNumberId || !accessToken || !appSecret || !verifyToken)
    throw new Error("the settings of WhatsApp are incomplete");
  const language = settings.language ?? host.language;
  return createWhatsApp({
    ...host,
    client: createWhatsAppClient({ ...settings, phoneNumberId, accessToken }),
    phoneNumberId,
    appSecret,
    verifyToken,
    config: { ...settings, language },
    memory: host.state,
    languageIn: async (externalId) => (await host.languageIn(externalId)) ?? language,
    format: formatText,
    split: splitLines,
  });
}
