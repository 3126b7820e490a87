import { randomBytes } from "node:crypto";
import { toWebhookSecret } from "../kernel/webhook-signature.ts";

const BYTES = 32;

/** Makes a secret that nobody can guess. */
export function newWebhookSecret(): string {
  return toWebhookSecret(randomBytes(BYTES));
}
