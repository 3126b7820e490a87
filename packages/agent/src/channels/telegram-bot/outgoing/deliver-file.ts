import type { FilePart } from "../../../kernel/reply.ts";
import { texts } from "../../../platform/texts.ts";
import { answerOf, refusalOf } from "../telegram-fault.ts";
import { uploadFile } from "../../kit/upload-file.ts";
import type { Delivery } from "./delivery.ts";
import type { OutgoingDeps } from "./outgoing-deps.ts";
import { type Piece, plainPieces } from "./piece.ts";
import { sendPieces } from "./send-pieces.ts";
import { attempt } from "../../../kernel/attempt.ts";

/** Longer words are messages of their own. */
const MAX_CAPTION = 1024;

/** Sends a file with what is said of it; where it cannot be sent, that is said. */
export async function deliverFile(
  part: FilePart,
  { target, ledger, language }: Delivery,
  deps: OutgoingDeps,
): Promise<readonly number[]> {
  const { text, name, mediaType } = part;
  const isShort = text.length <= MAX_CAPTION;
  const before = isShort ? [] : plainPieces(text);
  const send = (as: Shown, data: Uint8Array) => {
    const file = { type: "file", as, name, data, caption: isShort ? text : "" } as const;
    return sendPieces([...before, file], target, { ...deps, ledger });
  };
  const sent = await uploadFile(part, {
    ...deps,
    texts: texts(language),
    async upload(data) {
      const as = shownAs(mediaType, data.length);
      const shown = await attempt(send(as, data));
      if (shown.status === "fulfilled") return shown.value;
      // Telegram takes as a document what it does not take as a picture, a video or a voice note.
      if (as === "document" || !isOfFile(shown.reason)) throw shown.reason;
      return send("document", data);
    },
    isRefused: isOfFile,
  });
  if ("upload" in sent) return sent.upload;
  const instead = plainPieces(isShort ? `${text}\n${sent.line}`.trim() : sent.line);
  return sendPieces([...before, ...instead], target, { ...deps, ledger });
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
