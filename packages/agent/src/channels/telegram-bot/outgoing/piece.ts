import type { ReplyPart } from "../../../kernel/reply.ts";
import { MAX_MESSAGE_UNITS, type RichMessage, type TelegramText } from "chat-markdown/telegram";

/** A part of a reply that is sent as one message. */
export type Piece =
  | { readonly type: "rich"; readonly message: RichMessage }
  | ({ readonly type: "text" } & TelegramText)
  | ({ readonly type: "invoice" } & Pick<
      Extract<ReplyPart, { type: "invoice" }>,
      "title" | "text" | "stars" | "payload"
    >)
  | { readonly type: "voice"; readonly data: Uint8Array; readonly seconds: number }
  | {
      readonly type: "file";
      /** How people see it. */
      readonly as: "photo" | "video" | "voice" | "document";
      readonly name: string;
      readonly data: Uint8Array;
      /** At most 1,024 UTF-16 units. */
      readonly caption: string;
    };

/** A piece that a text message can be edited into. */
export type WrittenPiece = Extract<Piece, { type: "rich" | "text" }>;

/** Splits unformatted text into messages that fit. */
export function plainPieces(
  text: string,
  { split }: { readonly split: (text: TelegramText) => readonly TelegramText[] },
): readonly WrittenPiece[] {
  return split({ text, entities: [] }).map((part) => ({ type: "text", ...part }));
}

/**
 * Joins pieces below others; the last of `above` and the first of `below` become one message if
 * that fits.
 */
export function joinPieces(above: readonly Piece[], below: readonly Piece[]): readonly Piece[] {
  const last = above.at(-1);
  const [first, ...rest] = below;
  if (last?.type !== "text" || first?.type !== "text") return [...above, ...below];
  const before = `${last.text}\n\n`;
  const text = `${before}${first.text}`;
  if (text.length > MAX_MESSAGE_UNITS) return [...above, ...below];
  const moved = first.entities.map((one) => ({ ...one, offset: one.offset + before.length }));
  return [
    ...above.slice(0, -1),
    { type: "text", text, entities: [...last.entities, ...moved] },
    ...rest,
  ];
}

export function isWritten(piece: Piece): piece is WrittenPiece {
  return piece.type === "rich" || piece.type === "text";
}
