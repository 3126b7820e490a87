import { timingSafeEqual } from "node:crypto";
import type { Update } from "grammy/types";
import { isRecord } from "../../../kernel/json.ts";
import { parseJson } from "../../../kernel/parse-json.ts";
import type { WebhookRoute } from "../../webhook-route.ts";
import { attempt } from "../../../kernel/attempt.ts";

export interface WebhookDeps {
  /** What Telegram was given to prove who it is. */
  readonly secret: string;
  /** Resolves once the update is stored; undefined while nobody listens. */
  readonly take: () => ((update: Update) => Promise<void>) | undefined;
  /** Told of what could not be stored; Telegram sends it again. */
  readonly onFailure: (error: unknown) => void;
}

/** Updates are small; files stay with Telegram. */
const MAX_BYTES = 1024 * 1024;

/** How Telegram calls: an update is acknowledged with 200 once it is stored. */
export function createTelegramWebhook({ secret, take, onFailure }: WebhookDeps): WebhookRoute {
  return {
    maxBytes: MAX_BYTES,
    async answer({ method, headers, body }) {
      if (method !== "POST") return { status: 405, headers: { allow: "POST" } };
      if (!isSame(headers["x-telegram-bot-api-secret-token"] ?? "", secret)) return { status: 401 };
      const update = parseJson(Buffer.from(body).toString("utf8"))?.value;
      // It would come again and again, and be no update then either.
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

/** Whoever knows the secret is Telegram: the shape of what it sends is its own. */
function isUpdate(value: unknown): value is Update {
  return isRecord(value) && typeof value["update_id"] === "number";
}

function isSame(given: string, known: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(known)];
  return one.length === other.length && timingSafeEqual(one, other);
}
