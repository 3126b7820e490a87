import type { TelegramText } from "../../../integrations/telegram.ts";

/** What becomes one message. */
export type Piece =
  | { readonly type: "rich"; readonly markdown: string }
  | ({ readonly type: "text" } & TelegramText)
  | { readonly type: "voice"; readonly data: Uint8Array; readonly seconds: number }
  | {
      readonly type: "document";
      readonly name: string;
      readonly data: Uint8Array;
      /** At most 1,024 UTF-16 units. */
      readonly caption: string;
    };

/** A piece that a message with words can change into. */
export type WrittenPiece = Extract<Piece, { type: "rich" | "text" }>;

export function isWritten(piece: Piece): piece is WrittenPiece {
  return piece.type === "rich" || piece.type === "text";
}
