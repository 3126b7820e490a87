import type { ReplyPart } from "../../../kernel/reply.ts";
import { texts } from "../../../platform/texts.ts";
import { answerOf, refusalOf } from "../telegram-fault.ts";
import type { Delivery } from "./delivery.ts";
import type { OutgoingDeps } from "./outgoing-deps.ts";
import { type Piece, plainPieces } from "./piece.ts";
import { sendPieces } from "./send-pieces.ts";
import { attempt } from "../../../kernel/attempt.ts";

/** Longer words are messages of their own. */
const MAX_CAPTION = 1024;

/** Sends a file with what is said of it; where it cannot be read any more, that is said. */
export async function deliverFile(
  { name, path, text }: Extract<ReplyPart, { type: "file" }>,
  { target, ledger, language }: Delivery,
  { client, readFile, rendering, log }: OutgoingDeps,
): Promise<readonly number[]> {
  const { fileGone, fileRefused } = texts(language).delivery;
  const words = (said: string) => plainPieces(said, rendering);
  const read = await attempt(readFile(path));
  if (read?.status !== "fulfilled") {
    log.warn("failed to read file", { path, error: read?.reason });
    const line = fileGone({ name });
    return sendPieces(words(`${text}\n${line}`), target, { client, ledger });
  }
  const isShort = text.length <= MAX_CAPTION;
  const caption = isShort ? text : "";
  const file: Piece = { type: "document", name, data: read.value, caption };
  const before = isShort ? [] : words(text);
  const sent = await attempt(sendPieces([...before, file], target, { client, ledger }));
  if (sent?.status === "fulfilled") return sent.value;
  if (!isOfFile(sent?.reason)) throw sent?.reason;
  log.info("telegram rejected a file", { name, error: sent?.reason });
  const line = fileRefused({ name });
  const instead = words(isShort ? `${text}\n${line}`.trim() : line);
  return sendPieces([...before, ...instead], target, { client, ledger });
}

/** The chat takes no files from the bot, or Telegram none that large. */
function isOfFile(error: unknown): boolean {
  return refusalOf(error) === "no-media" || answerOf(error)?.error_code === 413;
}
