import { deleteMessages } from "../business-requests.ts";
import type { TelegramClient } from "../client.ts";
import { refusalOf } from "../telegram-fault.ts";
import type { WrittenPiece } from "./piece.ts";
import { editInto, type Target } from "./send-piece.ts";
import { attempt } from "../../../kernel/attempt.ts";

/**
 * Changes a message to a piece; false where it is not there any more, or not ours to change.
 * One that says so already counts as changed.
 */
export async function editSafely(
  piece: WrittenPiece,
  target: Target & { readonly message: number },
  client: TelegramClient,
): Promise<boolean> {
  const edited = await attempt(editInto(piece, target, client));
  if (edited?.status !== "rejected") return true;
  const refusal = refusalOf(edited.reason);
  // A file that says it already, aloud.
  if (refusal === "not-modified" || refusal === "no-words") return true;
  if (refusal === "message-gone" || refusal === "cannot-edit") return false;
  throw edited.reason;
}

/** Takes a message of ours away; one that is gone already is no matter. */
export async function deleteSafely(
  { chat, message, signal }: Pick<Target, "chat" | "signal"> & { readonly message: number },
  client: TelegramClient,
): Promise<void> {
  const deleted = await attempt(
    client.send({ chat, sending: "deletion", signal }, (api) =>
      deleteMessages(api, chat, [message]),
    ),
  );
  if (deleted?.status !== "rejected") return;
  const refusal = refusalOf(deleted.reason);
  if (refusal !== "message-gone" && refusal !== "cannot-delete") throw deleted.reason;
}
