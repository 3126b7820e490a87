import type { TelegramClient } from "../client.ts";
import { answerOf, refusalOf } from "../telegram-fault.ts";
import { deleteSafely, editSafely } from "./edit-safely.ts";
import { findOwn } from "./find-own.ts";
import type { Ledger } from "./ledger.ts";
import { isWritten, type Piece } from "./piece.ts";
import { editInto, sendPiece, type Target } from "./send-piece.ts";

export interface SendParts {
  readonly client: TelegramClient;
  readonly ledger: Ledger;
  /** A message that stands for the answer so far: the first piece takes its place. */
  readonly placeholder?: number | undefined;
}

/**
 * Sends the pieces of a part that have not arrived yet, and answers with the numbers of all.
 * The first is the reply, the last has the buttons. However often it is called for a part,
 * each of its pieces becomes one message.
 */
export async function sendPieces(
  pieces: readonly Piece[],
  { answers, keyboard, ...target }: Target,
  parts: SendParts,
): Promise<readonly number[]> {
  const { ledger, client, placeholder } = parts;
  for (const [index, piece] of pieces.entries()) {
    if (ledger.ids[index] !== undefined) continue;
    const own: Target = {
      ...target,
      ...(index === 0 && { answers }),
      ...(index === pieces.length - 1 && { keyboard }),
    };
    const stands = index === 0 ? placeholder : undefined;
    if (stands !== undefined && isWritten(piece)) {
      if (await editSafely(piece, { ...own, message: stands }, client)) {
        await ledger.sent(stands);
        continue;
      }
    }
    if (stands !== undefined) await deleteSafely({ chat: own.chat, message: stands }, client);
    // One at a time: whatever comes between two numbers at a crash is what was on its way.
    await client.inOrder(own.chat, async () =>
      ledger.sent((await recover(piece, own, parts)) ?? (await sendNew(piece, own, parts))),
    );
  }
  return ledger.ids;
}

async function sendNew(piece: Piece, target: Target, parts: SendParts): Promise<number> {
  const { client, ledger } = parts;
  await ledger.begin(client.heights.of(target.chat));
  const [sent] = await Promise.allSettled([sendPiece(piece, target, client)]);
  if (sent?.status === "fulfilled") return sent.value;
  const error: unknown = sent?.reason;
  if (isRefusal(error)) await ledger.refused();
  throw error;
}

/**
 * Looks for a piece that was on its way when the process died or the connection broke. A
 * message of our own shows how far the numbers have come, and takes the piece's place where
 * that never arrived; it is remembered, so that one is enough however often this fails.
 * Undefined where the piece is still to be sent.
 */
async function recover(
  piece: Piece,
  target: Target,
  parts: SendParts,
): Promise<number | undefined> {
  const { client, ledger } = parts;
  const { after } = ledger;
  // Without any number to begin at, there is nothing to look between.
  if (after === undefined || after === 0) return undefined;
  const { chat, signal } = target;
  const marker = ledger.marker ?? (await sendMarker(target, parts));
  const found = await findOwn({ chat, after, before: marker }, { client, signal });
  if (!isWritten(piece)) {
    const [arrived] = await withoutWords(found, target, client);
    await deleteSafely({ chat, message: marker }, client);
    return arrived;
  }
  // What else was found are markers whose sending was not known to have worked.
  const [message = marker, ...strays] = found;
  const isThere = await editSafely(piece, { ...target, message }, client);
  const over = message === marker ? strays : [...strays, marker];
  for (const stray of over) await deleteSafely({ chat, message: stray }, client);
  return isThere ? message : undefined;
}

async function sendMarker(
  { chat, topic, signal }: Target,
  { client, ledger }: SendParts,
): Promise<number> {
  const marker = await client.send({ chat, sending: "final", signal }, (api) =>
    api.sendMessage(chat, "…", {
      disable_notification: true,
      ...(topic !== undefined && { message_thread_id: topic }),
    }),
  );
  if (!marker) throw new Error("a message of its own is never a frame");
  await ledger.mark(marker.message_id);
  return marker.message_id;
}

/** Those that are files: what has words is a placeholder that was left behind, and goes. */
async function withoutWords(
  messages: readonly number[],
  target: Target,
  client: TelegramClient,
): Promise<readonly number[]> {
  const files: number[] = [];
  for (const message of messages) {
    const words = { type: "text", text: "…", entities: [] } as const;
    const [edited] = await Promise.allSettled([editInto(words, { ...target, message }, client)]);
    if (edited?.status === "rejected" && refusalOf(edited.reason) === "no-words")
      files.push(message);
    else await deleteSafely({ chat: target.chat, message }, client);
  }
  return files;
}

/** Telegram has read what was sent, and did not take it; anything else may have arrived. */
function isRefusal(error: unknown): boolean {
  const answer = answerOf(error);
  return answer !== undefined && answer.error_code < 500;
}
