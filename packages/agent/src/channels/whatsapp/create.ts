import type { Channel } from "../kit/channel.ts";
import type { ChannelHost } from "../kit/channel-host.ts";
import { createWhatsAppClient } from "./api/create-client.ts";
import { createWhatsApp } from "./channel.ts";
import type { WhatsAppSettings } from "./config.ts";

export { check } from "./check.ts";

/** Creates the channel from complete settings. */
export function create(settings: WhatsAppSettings, host: ChannelHost): Channel {
  const config = { ...settings, language: settings.language ?? host.language };
  return createWhatsApp({ ...host, ...settings, config, client: createWhatsAppClient(settings) });
}
