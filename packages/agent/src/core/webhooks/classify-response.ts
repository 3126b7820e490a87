import type { WebhookAnswer, WebhookRetries } from "../webhooks.ts";

/** Result of one attempt: a response, or why there was none. */
export type Attempt =
  | ({ readonly type: "answered" } & WebhookAnswer)
  | { readonly type: "unanswered"; readonly reason: string };

/** Verdict on it. */
export type ResponseVerdict =
  | { readonly type: "sent" }
  /** The receiver wants nothing any more. */
  | { readonly type: "off"; readonly reason: string }
  | { readonly type: "later"; readonly nextAt: number; readonly reason: string }
  | { readonly type: "dead"; readonly reason: string };

export interface Judging {
  /** How often it was tried before. */
  readonly attempts: number;
  readonly createdAt: number;
  readonly now: number;
  readonly retries: WebhookRetries;
  /** Between 0 and 1: spreads attempts, so that not all come at once. */
  readonly random: number;
}

/** Says what follows from an attempt, as Standard Webhooks advises. */
export function classifyResponse(attempt: Attempt, judging: Judging): ResponseVerdict {
  if (attempt.type === "unanswered") return again(attempt.reason, 0, judging);
  const { status, retryAfterMs = 0 } = attempt;
  if (status >= 200 && status < 300) return { type: "sent" };
  if (status === 410)
    return { type: "off", reason: "the receiver returned status 410 and accepts no more events" };
  return again(`the receiver returned status ${status}`, retryAfterMs, judging);
}

function again(
  reason: string,
  askedMs: number,
  { attempts, createdAt, now, retries, random }: Judging,
): ResponseVerdict {
  if (now >= createdAt + retries.giveUpMs) return { type: "dead", reason };
  const pauseMs = Math.min(retries.firstMs * 2 ** attempts, retries.longestMs);
  const spreadMs = pauseMs * (0.9 + 0.2 * random);
  const waitMs = Math.max(spreadMs, Math.min(askedMs, retries.longestMs));
  return { type: "later", nextAt: now + Math.round(waitMs), reason };
}
