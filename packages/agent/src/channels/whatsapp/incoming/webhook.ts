import { isSameText } from "../../../kernel/webhook-signature.ts";
import type { Secret } from "../../../platform/secret.ts";
import {
  createWebhook,
  type WebhookDeps,
  type WebhookRequest,
  type WebhookRoute,
} from "../../kit/webhook-route.ts";
import { isSigned } from "./is-signed.ts";
import { readWebhook, type WebhookPayload } from "./read-webhook.ts";

export interface WhatsAppWebhookDeps extends Pick<WebhookDeps<WebhookPayload>, "take" | "log"> {
  readonly phoneNumberId: string;
  readonly appSecret: Secret;
  readonly verifyToken: Secret;
}

/** Meta sends at most 3 MB; files stay with it. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Creates the route that Meta calls. */
export function createWhatsAppWebhook({
  phoneNumberId,
  appSecret,
  verifyToken,
  take,
  log,
}: WhatsAppWebhookDeps): WebhookRoute {
  return createWebhook({
    take,
    log,
    maxBytes: MAX_BYTES,
    isAuthentic: ({ body, headers }) =>
      isSigned(body, headers["x-hub-signature-256"], appSecret.reveal()),
    read: (value) => readWebhook(value, phoneNumberId),
    answerGet: (request) => answerChallenge(request, verifyToken),
  });
}

/** Meta asks once whether the address is ours. */
function answerChallenge({ query }: WebhookRequest, verifyToken: Secret) {
  const isOurs = isSameText(query.get("hub.verify_token") ?? "", verifyToken.reveal());
  const challenge = query.get("hub.challenge");
  if (query.get("hub.mode") !== "subscribe" || !isOurs || challenge === null)
    return { status: 403 };
  return {
    status: 200,
    body: challenge,
    headers: { "content-type": "text/plain; charset=utf-8" },
  };
}
