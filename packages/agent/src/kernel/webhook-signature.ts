import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Signed content: its id, the time of signing in Unix seconds, and the exact text that is sent. */
export interface SignedMessage {
  readonly id: string;
  readonly timestamp: number;
  readonly body: string;
}

/** Maximum difference between the clocks of both sides, in seconds. */
const TOLERANCE_S = 5 * 60;

const PREFIX = "whsec_";

/**
 * Signs a message for a `webhook-signature` header, once with each secret, as defined by Standard Webhooks
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
export function signWebhook(message: SignedMessage, secrets: readonly string[]): string {
  return secrets.map((secret) => `v1,${digestOf(message, secret)}`).join(" ");
}

/** Checks whether one of the signatures in a header matches the message; `now` is in Unix milliseconds. */
export function isSignedBy(
  message: SignedMessage & { readonly signature: string },
  { secret, now }: { readonly secret: string; readonly now: number },
): boolean {
  if (!Number.isInteger(message.timestamp)) return false;
  if (Math.abs(now / 1000 - message.timestamp) > TOLERANCE_S) return false;
  const expected = digestOf(message, secret);
  return message.signature
    .split(" ")
    .some((one) => one.startsWith("v1,") && isSameText(one.slice("v1,".length), expected));
}

/** Compares two texts in constant time. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

/** Formats random bytes as a secret of Standard Webhooks. */
export function toWebhookSecret(bytes: Uint8Array): string {
  return `${PREFIX}${Buffer.from(bytes).toString("base64")}`;
}

function digestOf({ id, timestamp, body }: SignedMessage, secret: string): string {
  const key = secret.startsWith(PREFIX)
    ? Buffer.from(secret.slice(PREFIX.length), "base64")
    : Buffer.from(secret, "utf8");
  return createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
