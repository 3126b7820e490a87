import type { Config } from "../config-schema.ts";

/** What is still to be set before WhatsApp works; `unwanted` where none of it is. */
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
