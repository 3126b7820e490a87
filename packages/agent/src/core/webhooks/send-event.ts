import type { Clock } from "../../kernel/clock.ts";
import { signWebhook } from "../../kernel/webhook-signature.ts";
import type { Delivery } from "../../store/webhooks/deliveries.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";
import type { WebhookAnswer, WebhookClient } from "./webhooks.ts";

export interface SendDeps {
  readonly client: WebhookClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Sends an event to its subscriber once, signed for this moment. Throws a fault if nobody answered. */
export async function sendEvent(
  { event, body }: Pick<Delivery, "event" | "body">,
  { url, secret, former }: Webhook,
  { client, clock, signal }: SendDeps,
): Promise<WebhookAnswer> {
  const now = clock.now();
  const timestamp = Math.floor(now / 1000);
  const secrets = [secret, ...(former && former.until > now ? [former.secret] : [])];
  const headers = {
    "content-type": "application/json",
    "user-agent": "Reeve-Webhooks",
    "webhook-id": event,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signWebhook(
      { id: event, timestamp, body },
      secrets.map((one) => one.reveal()),
    ),
  };
  return client.post({ url, headers, body }, signal);
}
