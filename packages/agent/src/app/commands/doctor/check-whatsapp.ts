import { isFault } from "@reeve/sdk";
import { createWhatsAppClient } from "../../../integrations/whatsapp/create-client.ts";
import type { Config } from "../../config-schema.ts";
import { findMissingWhatsApp } from "../../channels/find-missing-whatsapp.ts";
import { attempt } from "../../../kernel/attempt.ts";

export interface WhatsAppFinding {
  readonly state: "ok" | "warning" | "problem";
  readonly message: string;
}

const LOOK_MS = 10_000;

/** Whether the settings of WhatsApp are complete, Meta takes the token, and anybody may talk to it. */
export async function checkWhatsApp({
  channels: { whatsapp },
  http,
}: Pick<Config, "channels" | "http">): Promise<WhatsAppFinding> {
  const missing = findMissingWhatsApp(whatsapp);
  const { phoneNumberId, accessToken, owners, apiVersion, baseUrl } = whatsapp;
  if (missing === "unwanted") return { state: "ok", message: "no number configured" };
  if (missing.length > 0 || !phoneNumberId || !accessToken)
    return { state: "problem", message: `not set: ${missing.join(", ")}` };
  const client = createWhatsAppClient({ phoneNumberId, accessToken, apiVersion, baseUrl });
  const known = await attempt(client.look(AbortSignal.timeout(LOOK_MS)));
  if (known?.status !== "fulfilled") {
    const error: unknown = known?.reason;
    if (!isFault(error)) throw error;
    const state = error.code === "unavailable" ? "warning" : "problem";
    return { state, message: [error.message, error.hint].filter(Boolean).join(" ") };
  }
  const { number } = known.value;
  if (http.publicUrl === undefined && http.allowedHosts.length === 0)
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
