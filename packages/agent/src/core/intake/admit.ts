import type { Envelope } from "../../kernel/envelope.ts";
import type { Role } from "../../kernel/principal.ts";

/** `note` remembers a message for context without answering it. */
export type Admission =
  | { readonly type: "admit" }
  | { readonly type: "note"; readonly reason: string }
  | { readonly type: "ignore"; readonly reason: string }
  | { readonly type: "refuse"; readonly reason: string };

/** Whether a message is answered: who speaks, what was said, and what speaks against its images. */
export function admit(envelope: Envelope, role: Role, denial?: string): Admission {
  if (role === "stranger") return { type: "ignore", reason: "stranger" };
  const isTelling = envelope.media?.some(({ image, file, text }) => image ?? file ?? text);
  if (envelope.text.trim() === "" && !isTelling) return { type: "ignore", reason: "empty" };
  if (envelope.isOverheard) return { type: "note", reason: "not said to the agent" };
  if (envelope.text.length > MAX_CHARS) return { type: "refuse", reason: "too long" };
  if (denial !== undefined) return { type: "refuse", reason: denial };
  return { type: "admit" };
}

const MAX_CHARS = 200_000;
