import type { ReplyPart } from "../../../kernel/reply.ts";
import { renderPlain, type RichMessage, type TelegramText } from "chat-markdown/telegram";

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

/** Makes messages of a text as it is. */
export function plainPieces(text: string): readonly WrittenPiece[] {
  return renderPlain(text).map((part) => ({ type: "text", ...part }));
}

export function isWritten(piece: Piece): piece is WrittenPiece {
  return piece.type === "rich" || piece.type === "text";
}
