import type { Channel } from "../kit/channel.ts";
import type { ChannelHost } from "../kit/channel-host.ts";
import { checkAccount, type Finding, type Reach } from "../kit/manifest.ts";
import { createWhatsAppClient } from "./api/create-client.ts";
import { createWhatsApp } from "./channel.ts";
import type { WhatsAppSettings } from "./config.ts";

/** Creates the channel from complete settings. */
export function create(settings: WhatsAppSettings, host: ChannelHost): Channel {
  const config = { ...settings, language: settings.language ?? host.language };
  return createWhatsApp({ ...host, ...settings, config, client: createWhatsAppClient(settings) });
}

/** Checks whether Meta accepts the token and can reach the webhook, and whether there is an owner. */
export function check(settings: WhatsAppSettings, reach: Reach): Promise<Finding> {
  const client = createWhatsAppClient(settings);
  const look = async (signal: AbortSignal) => ({ name: (await client.look(signal)).number });
  const isReached = reach.publicUrl !== undefined || reach.allowedHosts.length > 0;
  return checkAccount(look, {
    owners: settings.owners,
    section: "whatsapp",
    example: `'["+…"]'`,
    hindrance({ name }) {
      if (isReached) return undefined;
      const problem = "http.publicUrl is not set, so Meta cannot reach the webhook";
      return { state: "warning", message: `${name} works, but ${problem}` };
    },
  });
}
