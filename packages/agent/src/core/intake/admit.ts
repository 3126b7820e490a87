import type { Envelope } from "../../kernel/envelope.ts";
import type { Role } from "../../kernel/principal.ts";

/** `note` remembers a message for context without answering it. */
export type Admission =
  | { readonly type: "admit" }
  | { readonly type: "note"; readonly reason: string }
  | { readonly type: "ignore"; readonly reason: string }
  | { readonly type: "refuse"; readonly reason: string };

/** Whether a message is answered: who speaks, what was said, and what speaks against its images. */
export function admit(envelope: Envelope, role: Role, objection?: string): Admission {
  if (role === "stranger") return { type: "ignore", reason: "stranger" };
  const hasImages = envelope.media?.some(({ image }) => image !== undefined);
  if (envelope.text.trim() === "" && !hasImages) return { type: "ignore", reason: "empty" };
  if (envelope.text.length > MAX_CHARS) return { type: "refuse", reason: "too long" };
  if (objection !== undefined) return { type: "refuse", reason: objection };
  return { type: "admit" };
}

const MAX_CHARS = 200_000;
