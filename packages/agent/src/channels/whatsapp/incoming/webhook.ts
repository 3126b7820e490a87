import { parseJson } from "../../../kernel/text/parse-json.ts";
import { isSameText } from "../../../kernel/webhook-signature.ts";
import type { Secret } from "../../../platform/secret.ts";
import type { WebhookRequest, WebhookRoute } from "../../kit/webhook-route.ts";
import { isSigned } from "./is-signed.ts";
import { type WebhookPayload, readWebhook } from "./read-webhook.ts";
import { attempt } from "../../../kernel/attempt.ts";

export interface WebhookDeps {
  readonly phoneNumberId: string;
  readonly appSecret: Secret;
  readonly verifyToken: Secret;
  /** Resolves once all of it is stored; undefined while nobody listens. */
  readonly take: () => ((news: WebhookPayload) => Promise<void>) | undefined;
  /** Told of what could not be stored; Meta sends it again. */
  readonly onFailure: (error: unknown) => void;
}

/** Meta sends at most 3 MB; files stay with it. */
const MAX_BYTES = 4 * 1024 * 1024;

/** How Meta calls: what it tells is acknowledged with 200 once all of it is stored. */
export function createWhatsAppWebhook(deps: WebhookDeps): WebhookRoute {
  const { phoneNumberId, appSecret, take, onFailure } = deps;
  return {
    maxBytes: MAX_BYTES,
    async answer(request) {
      const { method, headers, body } = request;
      if (method === "GET") return answerChallenge(request, deps.verifyToken);
      if (method !== "POST") return { status: 405, headers: { allow: "GET, POST" } };
      if (!isSigned(body, headers["x-hub-signature-256"], appSecret.reveal()))
        return { status: 401 };
      const work = take();
      if (!work) return { status: 503, headers: { "retry-after": "5" } };
      const news = readWebhook(parseJson(Buffer.from(body).toString("utf8"))?.value, phoneNumberId);
      const taken = await attempt(work(news));
      if (taken?.status === "fulfilled") return { status: 200 };
      onFailure(taken?.reason);
      return { status: 500 };
    },
  };
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
