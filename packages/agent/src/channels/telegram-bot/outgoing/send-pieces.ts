import type { TelegramClient } from "../client.ts";
import { answerOf, refusalOf } from "../telegram-fault.ts";
import { deleteSafely, editSafely } from "./edit-safely.ts";
import { findSent, numbersAbove, numbersBetween } from "./find-sent.ts";
import type { DeliveryLog } from "./delivery-log.ts";
import { isWritten, type Piece } from "./piece.ts";
import { editInto, sendPiece, type SentMessage, type Target } from "./send-piece.ts";
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
        return ledger.floors.length > 0;
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
    async post(piece, order) {
      const sent = await sendPiece(piece, targetOf(order), client);
      // Nothing is looked for after a first attempt.
      if (ledger.floors.length > 1) {
        await ledger.repeat(sent);
        await removeCopies(sent, target, deps);
      }
      return sent.message;
    },
    isRefusal,
  });
}

/**
 * Returns whether a part that was sent as one file, which cannot be recreated, has arrived.
 */
export async function hasArrivedAsFile(
  target: Target,
  { client, ledger }: Omit<SendDeps, "placeholder">,
): Promise<boolean> {
  if (ledger.ids.length > 0) return true;
  if (ledger.floors.length === 0) return false;
  await client.inOrder(target.chat, async () => {
    const file = await findFile(target, { client, ledger });
    if (file !== undefined) await ledger.sent(file);
  });
  return ledger.ids.length > 0;
}

/** So many numbers above the newest known one are tried before a piece is sent again. */
const TRIED_FIRST = 3;

/**
 * Looks for a piece whose sending was interrupted by a crash or a lost connection, where it most probably
 * is. Returns undefined if it must be sent again; `removeCopies` then looks where else it may be.
 */
async function recover(piece: Piece, target: Target, deps: SendDeps): Promise<number | undefined> {
  const { client, ledger } = deps;
  const { repeated } = ledger;
  if (repeated) {
    await removeCopies(repeated, target, deps);
    return repeated.message;
  }
  if (!isWritten(piece)) return findFile(target, deps);
  const [message, ...strays] = await lookAbove(target, deps);
  for (const stray of strays) await deleteSafely({ ...target, message: stray }, client);
  if (message === undefined) return undefined;
  return (await editSafely(piece, { ...target, message }, client)) ? message : undefined;
}

async function lookAbove(
  { chat, signal, ...target }: Target,
  { client, ledger }: Omit<SendDeps, "placeholder">,
): Promise<readonly number[]> {
  const numbers = ledger.floors.flatMap((floor) =>
    floor === 0 ? [] : numbersAbove(floor, TRIED_FIRST),
  );
  const { known, isAlone } = await ledger.others();
  const found = await findSent({ chat, numbers: [...new Set(numbers)], known }, { client, signal });
  if (isAlone) return found;
  // A message that may be in another topic is deleted: the sender looks for it in its own topic and
  // sends it again.
  for (const message of found) await deleteSafely({ ...target, chat, signal, message }, client);
  return [];
}

/**
 * Deletes what earlier attempts to send the piece have left between the message and what was known before
 * it: its number shows how far the numbers have come.
 */
async function removeCopies(
  { message: before, date }: SentMessage,
  { chat, signal }: Target,
  { client, ledger }: SendDeps,
): Promise<void> {
  const { floors } = ledger;
  const since = ledger.earliest(date);
  const numbers = new Set(floors.flatMap((floor) => numbersBetween(floor, before)));
  const looked = floors
    .slice(0, -1)
    .flatMap((floor) => (floor === 0 ? [] : numbersAbove(floor, TRIED_FIRST)));
  for (const number of looked) numbers.delete(number);
  const { known } = await ledger.others();
  const copies = await findSent({ chat, numbers: [...numbers], known, since }, { client, signal });
  for (const message of copies) await deleteSafely({ chat, signal, message }, client);
}

/** Finds the file of an interrupted attempt. Other messages there are leftover placeholders, and are deleted. */
async function findFile(
  target: Target,
  deps: Omit<SendDeps, "placeholder">,
): Promise<number | undefined> {
  const { client } = deps;
  let file: number | undefined;
  for (const message of await lookAbove(target, deps)) {
    const words = { type: "text", text: "…", entities: [] } as const;
    const edited = await attempt(editInto(words, { ...target, message }, client));
    const isFile = edited?.status === "rejected" && refusalOf(edited.reason) === "no-words";
    if (isFile && file === undefined) file = message;
    else await deleteSafely({ ...target, message }, client);
  }
  return file;
}

/**
 * Returns whether Telegram has read the request and rejected it; after other errors it may have
 * arrived.
 */
function isRefusal(error: unknown): boolean {
  const answer = answerOf(error);
  return answer !== undefined && answer.error_code < 500;
}
