import { createHash } from "node:crypto";

/** Returns the id of the item that a call creates: a repeated call finds it. Short, because the model has to repeat it. */
export function itemId(kind: string, callId: string): string {
  return `${kind}-${createHash("sha256").update(callId).digest("hex").slice(0, 12)}`;
}
