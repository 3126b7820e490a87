import { checkAccount, type Finding, type Reach } from "../kit/manifest.ts";
import { createWhatsAppClient } from "./api/create-client.ts";
import type { WhatsAppSettings } from "./config.ts";

/** Checks whether Meta accepts the token and can reach the webhook, and whether there is an owner. */
export function check(
  settings: WhatsAppSettings,
  { publicUrl, allowedHosts }: Reach,
): Promise<Finding> {
  const client = createWhatsAppClient(settings);
  const look = async (signal: AbortSignal) => ({ name: (await client.look(signal)).number });
  return checkAccount(look, {
    owners: settings.owners,
    section: "whatsapp",
    example: `'["+…"]'`,
    hindrance: ({ name }) =>
      publicUrl === undefined && allowedHosts.length === 0
        ? {
            state: "warning",
            message: `${name} works, but http.publicUrl is not set, so Meta cannot reach the webhook`,
          }
        : undefined,
  });
}
