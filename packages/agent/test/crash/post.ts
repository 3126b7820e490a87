import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { toWebhookSecret } from "../../src/kernel/webhook-signature.ts";

/** Secret that signs events for the world's server. */
export const SUBSCRIBER_SECRET = toWebhookSecret(new Uint8Array(32).fill(7));

/** An event as the world's server got it. */
export interface Post {
  readonly id: string;
  readonly type: string;
  /** Chat of the event; undefined if it has none. */
  readonly externalId: string | undefined;
  readonly seq: number | undefined;
  readonly status: number;
  /** Reason why its signature is invalid. */
  readonly denial: string | undefined;
}

const payload = z.object({
  id: z.string(),
  type: z.string(),
  place: z.object({ chat: z.string() }).nullable(),
  seq: z.number().optional(),
});

/** Reads what the server was sent, and checks who signed it. */
export function toPost(
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  status: number,
): Post {
  const { id, type, place, seq } = payload.parse(JSON.parse(body));
  return { id, type, externalId: place?.chat, seq, status, denial: findDenial(body, headers) };
}

function findDenial(body: string, headers: Readonly<Record<string, string>>) {
  try {
    new Webhook(SUBSCRIBER_SECRET).verify(body, headers);
    return undefined;
  } catch (error) {
    return String(error);
  }
}
