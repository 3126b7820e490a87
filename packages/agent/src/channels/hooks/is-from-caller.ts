import { createHmac } from "node:crypto";
import { isSameText, isSignedBy } from "../../kernel/webhook-signature.ts";
import type { HookRequest } from "../hooks.ts";

/**
 * Whether a request proves that its sender knows the secret: signed as Standard Webhooks says, or
 * as GitHub does, or with the secret as a bearer token. `now` is in Unix milliseconds.
 */
export function isFromCaller(
  { headers, body }: HookRequest,
  { secret, now }: { readonly secret: string; readonly now: number },
): boolean {
  const signature = headers["webhook-signature"];
  if (signature !== undefined) {
    const { "webhook-id": id = "", "webhook-timestamp": timestamp = "" } = headers;
    return isSignedBy(
      { id, timestamp: Number(timestamp || Number.NaN), body, signature },
      { secret, now },
    );
  }
  const github = headers["x-hub-signature-256"];
  if (github !== undefined) {
    const digest = createHmac("sha256", secret).update(body).digest("hex");
    return isSameText(github, `sha256=${digest}`);
  }
  const [, token] = /^Bearer (.+)$/i.exec(headers["authorization"] ?? "") ?? [];
  return token !== undefined && isSameText(token, secret);
}
