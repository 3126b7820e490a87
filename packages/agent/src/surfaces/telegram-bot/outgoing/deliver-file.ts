import type { Reply } from "../../../kernel/reply.ts";
import type { Delivery } from "./delivery.ts";
import type { OutgoingParts } from "./outgoing-parts.ts";
import type { Piece } from "./piece.ts";
import { sendPieces } from "./send-pieces.ts";

/** Longer words are messages of their own. */
const MOST_CAPTION = 1024;

/** Sends a file with what is said of it; where it cannot be read any more, that is said. */
export async function deliverFile(
  { name, path, text }: Extract<Reply, { type: "file" }>,
  { target, ledger }: Delivery,
  { client, readFile, rendering, log }: OutgoingParts,
): Promise<readonly number[]> {
  const words = (said: string): readonly Piece[] =>
    rendering.split({ text: said, entities: [] }).map((part) => ({ type: "text", ...part }));
  const [read] = await Promise.allSettled([readFile(path)]);
  if (read?.status !== "fulfilled") {
    log.warn("a file could not be read", { path, error: read?.reason });
    return sendPieces(words(`${text}\n(${name} cannot be read any more.)`), target, {
      client,
      ledger,
    });
  }
  const isShort = text.length <= MOST_CAPTION;
  const caption = isShort ? text : "";
  const file: Piece = { type: "document", name, data: read.value, caption };
  return sendPieces([...(isShort ? [] : words(text)), file], target, { client, ledger });
}
