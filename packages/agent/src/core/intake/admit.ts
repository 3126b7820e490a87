import type { Envelope } from "../../kernel/envelope.ts";
import { type ChannelAccess, findAccessDenial } from "../channel-access.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Role } from "../../kernel/principal.ts";

/** `note` remembers a message for context without answering it. */
export type Admission =
  | { readonly type: "admit" }
  | { readonly type: "note"; readonly reason: string }
  | { readonly type: "ignore"; readonly reason: string }
  | { readonly type: "refuse"; readonly reason: string };

/** Whether a message is answered: who speaks, what was said, and what speaks against its images. */
export function admit(
  envelope: Envelope,
  role: Role,
  { denial, access, policy }: AdmitOptions = {},
): Admission {
  if (role === "stranger") return { type: "ignore", reason: "stranger" };
  const closed = findAccessDenial(access, { kind: envelope.address.kind, policy, role });
  if (closed !== undefined) return { type: "ignore", reason: closed };
  const isTelling = envelope.media?.some(({ image, file, text }) => image ?? file ?? text);
  if (envelope.text.trim() === "" && !isTelling) return { type: "ignore", reason: "empty" };
  if (envelope.isOverheard) return { type: "note", reason: "not said to the agent" };
  if (envelope.text.length > MAX_CHARS) return { type: "refuse", reason: "too long" };
  if (denial !== undefined) return { type: "refuse", reason: denial };
  return { type: "admit" };
}

interface AdmitOptions {
  /** Why its images are not taken. */
  readonly denial?: string | undefined;
  readonly access?: ChannelAccess | undefined;
  /** Policy of the chat; without it, that of its channel. */
  readonly policy?: Chat["policy"] | undefined;
}

const MAX_CHARS = 200_000;
