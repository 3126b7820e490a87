import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { isSignedBy, signWebhook, toWebhookSecret } from "./webhook-signature.ts";

const secret = toWebhookSecret(Uint8Array.from({ length: 32 }, (_, index) => index));
const other = toWebhookSecret(new Uint8Array(32).fill(9));
const now = Date.parse("2026-11-21T12:00:00Z");
const message = { id: "msg_1", timestamp: now / 1000, body: '{"text":"Grüße 🙂"}' };

test("a signature is the one of the Standard Webhooks specification", () => {
  // The specification's own example.
  const sample = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  };
  expect(signWebhook(sample, ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])).toBe(
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
});

test("what we sign the reference implementation signs, too, with each secret", () => {
  const sign = (key: string) => new Webhook(key).sign(message.id, new Date(now), message.body);
  expect(signWebhook(message, [secret])).toBe(sign(secret));
  expect(signWebhook(message, [secret, other])).toBe(`${sign(secret)} ${sign(other)}`);
});

test("a signature holds for its message, its secret and five minutes", () => {
  const signature = signWebhook(message, [other, secret]);
  const holds = (change: object, { key = secret, at = now } = {}) =>
    isSignedBy({ ...message, signature, ...change }, { secret: key, now: at });
  expect(holds({})).toBe(true);
  expect(holds({}, { key: other })).toBe(true);
  expect(holds({}, { key: toWebhookSecret(new Uint8Array(32)) })).toBe(false);
  expect(holds({}, { at: now + 300_000 })).toBe(true);
  expect(holds({}, { at: now + 300_001 })).toBe(false);
  expect(holds({}, { at: now - 300_001 })).toBe(false);
  expect(holds({ timestamp: Number.NaN })).toBe(false);
  expect(holds({ id: "msg_2" })).toBe(false);
  expect(holds({ body: "{}" })).toBe(false);
  expect(holds({ signature: signature.replaceAll("v1,", "v2,") })).toBe(false);
  expect(holds({ signature: "" })).toBe(false);
});

test("a secret of any text signs as it is written", () => {
  const plain = "not base64 at all";
  const signature = signWebhook(message, [plain]);
  expect(isSignedBy({ ...message, signature }, { secret: plain, now })).toBe(true);
});
