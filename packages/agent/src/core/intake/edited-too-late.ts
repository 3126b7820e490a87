import type { Envelope } from "../../kernel/envelope.ts";
import type { Chat } from "../../store/chats.ts";
import type { Repositories } from "../../store/store.ts";
import type { Admission } from "./admit.ts";

const REASON = "edited after it was answered";

/** What becomes of an edit whose message was answered before: it is noted. Undefined for all others. */
export async function editedTooLate(
  tx: Pick<Repositories, "inbox">,
  chat: Chat,
  { id, edit }: Pick<Envelope, "id" | "edit">,
): Promise<Admission | undefined> {
  if (edit === 0) return undefined;
  const earlier = await tx.inbox.versionBefore(chat.id, { id, edit });
  const isOver =
    earlier?.state === "answered" ||
    earlier?.state === "folded" ||
    (earlier?.state === "noted" && earlier.reason === REASON);
  return isOver ? { type: "note", reason: REASON } : undefined;
}
