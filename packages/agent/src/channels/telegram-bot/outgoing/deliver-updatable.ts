import type { InlineKeyboardMarkup } from "grammy/types";
import { formatChat, type TelegramChat } from "../chat-address.ts";
import type { Delivery } from "./delivery.ts";
import type { OutgoingDeps } from "./outgoing-deps.ts";
import { plainPieces, type WrittenPiece } from "./piece.ts";
import { sendPieces } from "./send-pieces.ts";
import { showAnswer } from "./show-answer.ts";

/** A message that is updated when its subject changes. */
export interface UpdatableMessage {
  /** Subject of the message, such as `question:a1`. */
  readonly about: string;
  /** Unformatted text, or its pieces. */
  readonly text: string | readonly WrittenPiece[];
  readonly keyboard?: InlineKeyboardMarkup | undefined;
}

/** Sends the current state, by editing the earlier message about it if there is one. */
export async function deliverUpdatable(
  { about, text, keyboard }: UpdatableMessage,
  { target, ledger }: Delivery,
  { client, memory }: OutgoingDeps,
): Promise<readonly number[]> {
  const key = keyOf(about, target);
  const known = await memory.get(key);
  const pieces = typeof text === "string" ? plainPieces(text) : text;
  const ids = await sendPieces(
    pieces,
    { ...target, keyboard },
    { client, ledger, placeholder: known === undefined ? undefined : Number(known) },
  );
  const shown = String(keyboard ? ids.at(-1) : ids[0]);
  if (shown !== known) await memory.set(key, shown);
  return ids;
}

/** Message of an approval, and its text once that is answered; without one, the text stays. */
export interface Closing {
  readonly about: string;
  readonly text?: string | undefined;
}

/**
 * Removes the buttons of an approval's message; does nothing if there are none or the message is
 * gone.
 */
export async function closeQuestion(
  { about, text }: Closing,
  { target }: Delivery,
  { client, memory }: Pick<OutgoingDeps, "client" | "memory">,
): Promise<void> {
  const key = keyOf(about, target);
  const known = await memory.get(key);
  if (known === undefined) return;
  const { chat, signal } = target;
  await showAnswer({ chat, message: Number(known), text, signal }, client);
  await memory.delete(key);
}

/** After a group has migrated, its earlier messages are unknown. */
function keyOf(about: string, chat: TelegramChat): string {
  return `${about}:${formatChat(chat)}`;
}
