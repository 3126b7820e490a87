import type { DeliveryConfig } from "../core/config.ts";
import type { PolicyOverrides } from "../work/policy.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Returns how long each kind of work is retried, as the settings say. */
export function ageLimits({
  replyDays,
  heldReplyDays,
  webhookDays,
  jobHours,
}: DeliveryConfig): PolicyOverrides {
  return {
    reply: { ageLimitMs: replyDays * DAY_MS },
    heldReply: { ageLimitMs: heldReplyDays * DAY_MS },
    webhook: { ageLimitMs: webhookDays * DAY_MS },
    job: { ageLimitMs: jobHours * HOUR_MS },
  };
}
