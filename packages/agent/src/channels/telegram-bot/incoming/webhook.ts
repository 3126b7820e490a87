import type { Update } from "grammy/types";
import { isRecord } from "../../../kernel/text/json.ts";
import { isSameText } from "../../../kernel/webhook-signature.ts";
import { createWebhook, type WebhookDeps, type WebhookRoute } from "../../kit/webhook-route.ts";

/** Maximum size of an update in bytes; files stay with Telegram. */
const MAX_BYTES = 1024 * 1024;

/** Creates the webhook route for Telegram, which sends `secret` to prove its identity. */
export function createTelegramWebhook({
  secret,
  ...deps
}: { readonly secret: string } & Pick<WebhookDeps<Update>, "take" | "log">): WebhookRoute {
  return createWebhook({
    ...deps,
    maxBytes: MAX_BYTES,
    isAuthentic: ({ headers }) =>
      isSameText(headers["x-telegram-bot-api-secret-token"] ?? "", secret),
    read: (value) => (isUpdate(value) ? value : undefined),
  });
}

/** The secret proves that the update comes from Telegram, so its shape is not checked further. */
function isUpdate(value: unknown): value is Update {
  return isRecord(value) && typeof value["update_id"] === "number";
}
