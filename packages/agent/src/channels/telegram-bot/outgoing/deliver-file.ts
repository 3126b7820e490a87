import type { ReplyPart } from "../../../kernel/reply.ts";
import { texts } from "../../../platform/texts.ts";
import { answerOf, refusalOf } from "../telegram-fault.ts";
import { describeUnsent } from "../../kit/describe-unsent.ts";
import type { Delivery } from "./delivery.ts";
import type { OutgoingDeps } from "./outgoing-deps.ts";
import { type Piece, plainPieces } from "./piece.ts";
import { sendPieces } from "./send-pieces.ts";
import { attempt } from "../../../kernel/attempt.ts";

/** Longer words are messages of their own. */
const MAX_CAPTION = 1024;

/** Sends a file with what is said of it; where it cannot be read any more, that is said. */
export async function deliverFile(
  { name, mediaType, path, text }: Extract<ReplyPart, { type: "file" }>,
  { target, ledger, language }: Delivery,
  { client, readFile, rendering, linkTo, log }: OutgoingDeps,
): Promise<readonly number[]> {
  const { delivery } = texts(language);
  const words = (said: string) => plainPieces(said, rendering);
  const read = await attempt(readFile(path));
  if (read?.status !== "fulfilled") {
    log.warn("failed to read file", { path, error: read?.reason });
    const line = delivery.fileGone({ name });
    return sendPieces(words(`${text}\n${line}`), target, { client, ledger });
  }
  const isShort = text.length <= MAX_CAPTION;
  const caption = isShort ? text : "";
  const file = { type: "file", name, data: read.value, caption } as const;
  const before = isShort ? [] : words(text);
  const send = (as: Shown) =>
    attempt(sendPieces([...before, { ...file, as }], target, { client, ledger }));
  const as = shownAs(mediaType, read.value.length);
  let sent = await send(as);
  // Telegram takes as a document what it does not take as a picture, a video or a voice note.
  if (as !== "document" && sent?.status === "rejected" && isOfFile(sent.reason))
    sent = await send("document");
  if (sent?.status === "fulfilled") return sent.value;
  if (!isOfFile(sent?.reason)) throw sent?.reason;
  log.info("telegram rejected a file", { name, error: sent?.reason });
  const line = await describeUnsent({ name, path }, { linkTo, delivery });
  const instead = words(isShort ? `${text}\n${line}`.trim() : line);
  return sendPieces([...before, ...instead], target, { client, ledger });
}

const FILE_REFUSALS: ReadonlySet<string> = new Set(["no-media", "bad-media"]);

type Shown = Extract<Piece, { type: "file" }>["as"];

/** Maximum size of a photo in bytes. */
const MAX_PHOTO = 10 * 1024 * 1024;

function shownAs(mediaType: string, bytes: number): Shown {
  if (/^image\/(png|jpeg|webp)$/.test(mediaType) && bytes <= MAX_PHOTO) return "photo";
  if (mediaType === "video/mp4") return "video";
  return mediaType === "audio/ogg" ? "voice" : "document";
}

/** The chat takes no files from the bot, or Telegram none that large. */
function isOfFile(error: unknown): boolean {
  return FILE_REFUSALS.has(refusalOf(error) ?? "") || answerOf(error)?.error_code === 413;
}
