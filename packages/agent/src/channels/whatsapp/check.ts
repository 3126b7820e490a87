import { attempt } from "../../kernel/attempt.ts";
import { type Finding, type Reach, toFinding } from "../kit/manifest.ts";
import { createWhatsAppClient } from "./api/create-client.ts";
import type { WhatsAppConfig } from "./config.ts";

const LOOK_MS = 10_000;

/** Checks whether Meta accepts the token and can reach the webhook, and whether there is an owner. */
export async function check(
  { phoneNumberId, accessToken, owners, apiVersion, baseUrl }: WhatsAppConfig,
  { publicUrl, allowedHosts }: Reach,
): Promise<Finding> {
  if (!phoneNumberId || !accessToken) throw new Error("the settings of WhatsApp are incomplete");
  const client = createWhatsAppClient({ phoneNumberId, accessToken, apiVersion, baseUrl });
  const known = await attempt(client.look(AbortSignal.timeout(LOOK_MS)));
  if (known?.status !== "fulfilled") return toFinding(known?.reason);
  const { number } = known.value;
  if (publicUrl === undefined && allowedHosts.length === 0)
    return {
      state: "warning",
      message: `${number} works, but http.publicUrl is not set, so Meta cannot reach the webhook`,
    };
  if (owners.length === 0)
    return {
      state: "warning",
      message: `${number} works, but no owner is set: reeve config set channels.whatsapp.owners '["+…"]'`,
    };
  return { state: "ok", message: `${number} works` };
}
