import { createHash } from "node:crypto";

/** The id of what a call makes: a repeated call finds it. Short, because the model has to repeat it. */
export function ownId(kind: string, callId: string): string {
  return `${kind}-${createHash("sha256").update(callId).digest("hex").slice(0, 12)}`;
}
