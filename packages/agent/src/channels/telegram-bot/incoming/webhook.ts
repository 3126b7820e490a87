import { timingSafeEqual } from "node:crypto";
import type { Update } from "grammy/types";
import { isRecord } from "../../../kernel/text/json.ts";
import { parseJson } from "../../../kernel/text/parse-json.ts";
import type { WebhookRoute } from "../../kit/webhook-route.ts";
import { attempt } from "../../../kernel/attempt.ts";

export interface WebhookDeps {
  /** Secret that Telegram sends to prove its identity. */
  readonly secret: string;
  /**
   * Returns the function that resolves once the update is stored; undefined while the channel does
   * not listen.
   */
  readonly take: () => ((update: Update) => Promise<void>) | undefined;
  /** Receives errors of updates that could not be stored. Telegram sends them again. */
  readonly onFailure: (error: unknown) => void;
}

/** Maximum size of an update in bytes; files stay with Telegram. */
const MAX_BYTES = 1024 * 1024;

/** Creates the webhook route for Telegram: an update is acknowledged with 200 once it is stored. */
export function createTelegramWebhook({ secret, take, onFailure }: WebhookDeps): WebhookRoute {
  return {
    maxBytes: MAX_BYTES,
    async answer({ method, headers, body }) {
      if (method !== "POST") return { status: 405, headers: { allow: "POST" } };
      if (!isSame(headers["x-telegram-bot-api-secret-token"] ?? "", secret)) return { status: 401 };
      const update = parseJson(Buffer.from(body).toString("utf8"))?.value;
      // An invalid update would only be sent again and again.
      if (!isUpdate(update)) return { status: 200 };
      const work = take();
      if (!work) return { status: 503, headers: { "retry-after": "5" } };
      const taken = await attempt(work(update));
      if (taken?.status === "fulfilled") return { status: 200 };
      onFailure(taken?.reason);
      return { status: 500 };
    },
  };
}

/** The secret proves that the update comes from Telegram, so its shape is not checked further. */
function isUpdate(value: unknown): value is Update {
  return isRecord(value) && typeof value["update_id"] === "number";
}

function isSame(given: string, known: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(known)];
  return one.length === other.length && timingSafeEqual(one, other);
}
