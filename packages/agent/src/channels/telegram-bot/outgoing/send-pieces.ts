import type { TelegramClient } from "../client.ts";
import { answerOf, refusalOf } from "../telegram-fault.ts";
import { deleteSafely, editSafely } from "./edit-safely.ts";
import { findSent } from "./find-sent.ts";
import type { DeliveryLog } from "./delivery-log.ts";
import { isWritten, type Piece } from "./piece.ts";
import { editInto, sendPiece, type Target } from "./send-piece.ts";
import { attempt } from "../../../kernel/attempt.ts";
import { deliverPieces, type Order } from "../../kit/delivery/deliver-pieces.ts";

export interface SendDeps {
  readonly client: TelegramClient;
  readonly ledger: DeliveryLog;
  /** Placeholder for the reply; the first piece replaces it. */
  readonly placeholder?: number | undefined;
}

/**
 * Sends the pieces of a part that have not arrived yet; returns the numbers of all. The first is
 * the reply, the last has the buttons. However often it is called for a part, each piece becomes
 * one message.
 */
export async function sendPieces(
  pieces: readonly Piece[],
  { answers, keyboard, ...target }: Target,
  deps: SendDeps,
): Promise<readonly number[]> {
  const { ledger, client, placeholder } = deps;
  const targetOf = ({ isFirst, isLast }: Order): Target => ({
    ...target,
    ...(isFirst && { answers }),
    ...(isLast && { keyboard }),
  });
  return deliverPieces<Piece, number>(pieces, {
    log: {
      get ids() {
        return ledger.ids;
      },
      get isUnsettled() {
        return ledger.after !== undefined;
      },
      async start() {
        await ledger.start(client.heights.of(target.chat));
        return undefined;
      },
      sent: (message) => ledger.sent(message),
      async refused() {
        await ledger.refused();
        return undefined;
      },
    },
    async replace(piece, order) {
      if (placeholder === undefined || !order.isFirst) return undefined;
      const own = { ...targetOf(order), message: placeholder };
      if (isWritten(piece) && (await editSafely(piece, own, client))) return placeholder;
      await deleteSafely(own, client);
      return undefined;
    },
    // One at a time: after a crash, a message between two numbers must be the interrupted one.
    inOrder: (work) => client.inOrder(target.chat, work),
    recover: (piece, order) => recover(piece, targetOf(order), deps),
    post: (piece, order) => sendPiece(piece, targetOf(order), client),
    isRefusal,
  });
}

/**
 * Returns whether a part that was sent as one file, which cannot be recreated, has arrived. If not,
 * nothing of it is being sent any more.
 */
export async function hasArrivedAsFile(
  target: Target,
  deps: Omit<SendDeps, "placeholder">,
): Promise<boolean> {
  const { client, ledger } = deps;
  if (ledger.ids.length > 0) return true;
  if (ledger.after === undefined) return false;
  await client.inOrder(target.chat, async () => {
    const [file] = await recoverFiles(await look(target, deps), target, client);
    await (file === undefined ? ledger.refused() : ledger.sent(file));
  });
  return ledger.ids.length > 0;
}

/**
 * Looks for a piece whose sending was interrupted by a crash or a lost connection. A marker message
 * shows how far the numbers have come, and becomes the piece if that never arrived. The marker is
 * stored, so that one is enough for any number of failures. Returns undefined if the piece must
 * still be sent.
 */
async function recover(piece: Piece, target: Target, deps: SendDeps): Promise<number | undefined> {
  const { client, ledger } = deps;
  if (ledger.after === undefined) return undefined;
  const looked = await look(target, deps);
  if (!isWritten(piece)) {
    const [arrived] = await recoverFiles(looked, target, client);
    return arrived;
  }
  const { marker, found } = looked;
  // The other messages found are markers whose delivery was not confirmed.
  const [message = marker, ...strays] = found;
  const isThere = await editSafely(piece, { ...target, message }, client);
  const over = message === marker ? strays : [...strays, marker];
  for (const stray of over) await deleteSafely({ ...target, message: stray }, client);
  return isThere ? message : undefined;
}

interface Looked {
  readonly marker: number;
  /** Numbers of our messages below it; one of them may be the piece. */
  readonly found: readonly number[];
}

async function look(
  target: Target,
  { client, ledger }: Omit<SendDeps, "placeholder">,
): Promise<Looked> {
  const { chat, signal } = target;
  const { after = 0 } = ledger;
  const marker = ledger.marker ?? (await sendMarker(target, { client, ledger }));
  const { known, isAlone } = await ledger.others();
  const gap = { chat, after, before: marker, known, since: ledger.since };
  const found = await findSent(gap, { client, signal });
  if (isAlone) return { marker, found };
  // A message that may be in another topic is deleted: the sender looks for it in its own topic and
  // sends it again.
  for (const message of found) await deleteSafely({ ...target, message }, client);
  return { marker, found: [] };
}

async function sendMarker(
  { chat, topic, signal }: Target,
  { client, ledger }: Omit<SendDeps, "placeholder">,
): Promise<number> {
  const marker = await client.send({ chat, sending: "final", signal }, (api) =>
    api.sendMessage(chat, "…", {
      disable_notification: true,
      ...(topic !== undefined && { message_thread_id: topic }),
    }),
  );
  if (!marker) throw new Error("a message of its own is never a frame");
  await ledger.mark(marker.message_id, marker.date);
  return marker.message_id;
}

/**
 * Keeps the files: a message with text is a leftover placeholder and is deleted, like the marker.
 */
async function recoverFiles(
  { marker, found }: Looked,
  target: Target,
  client: TelegramClient,
): Promise<readonly number[]> {
  const files: number[] = [];
  for (const message of found) {
    const words = { type: "text", text: "…", entities: [] } as const;
    const edited = await attempt(editInto(words, { ...target, message }, client));
    if (edited?.status === "rejected" && refusalOf(edited.reason) === "no-words")
      files.push(message);
    else await deleteSafely({ ...target, message }, client);
  }
  await deleteSafely({ ...target, message: marker }, client);
  return files;
}

/**
 * Returns whether Telegram has read the request and rejected it; after other errors it may have
 * arrived.
 */
function isRefusal(error: unknown): boolean {
  const answer = answerOf(error);
  return answer !== undefined && answer.error_code < 500;
}
