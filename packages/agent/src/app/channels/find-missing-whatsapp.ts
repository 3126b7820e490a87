import type { Config } from "../config-schema.ts";

/** Returns the settings that WhatsApp still needs; `unwanted` if none of them is set. */
export function findMissingWhatsApp({
  phoneNumberId,
  accessToken,
  appSecret,
  verifyToken,
}: Config["channels"]["whatsapp"]): readonly string[] | "unwanted" {
  const settings = Object.entries({ phoneNumberId, accessToken, appSecret, verifyToken });
  const missing = settings.flatMap(([name, value]) =>
    value === undefined ? [`channels.whatsapp.${name}`] : [],
  );
  return missing.length === settings.length ? "unwanted" : missing;
}
