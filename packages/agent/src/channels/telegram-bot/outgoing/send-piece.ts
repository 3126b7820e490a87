import { InputFile } from "grammy";
import type { Api } from "grammy";
import type { InlineKeyboardMarkup } from "grammy/types";
import type { TelegramClient } from "../client.ts";
import type { Sending } from "../../kit/flood-gate.ts";
import type { Piece, WrittenPiece } from "./piece.ts";

/** Target of a message, and its options. */
export interface Target {
  /** Telegram's id, without a topic. */
  readonly chat: string;
  readonly topic?: number | undefined;
  /** Message that it replies to. */
  readonly answers?: number | undefined;
  readonly keyboard?: InlineKeyboardMarkup | undefined;
  /** Priority of the call. Default: `final`. */
  readonly sending?: Sending | undefined;
  readonly signal: AbortSignal;
}

/** URLs in text written by a model must not load previews. */
export const NO_PREVIEW = { link_preview_options: { is_disabled: true } };

/** A message that Telegram has accepted. */
export interface SentMessage {
  /** Its number. */
  readonly message: number;
  /** Unix time in seconds, by Telegram's clock. */
  readonly date: number;
}

/** Sends a piece as a separate message. */
export async function sendPiece(
  piece: Piece,
  target: Target,
  client: TelegramClient,
): Promise<SentMessage> {
  const { chat, sending = "final", signal } = target;
  const options = optionsOf(target);
  const send = async (api: Api): Promise<MessageResult> => {
    switch (piece.type) {
      case "rich":
        return api.sendRichMessage(chat, piece.message, options);
      case "text":
        return api.sendMessage(chat, piece.text, {
          entities: [...piece.entities],
          ...NO_PREVIEW,
          ...options,
        });
      case "invoice": {
        const price = { label: piece.title, amount: Number(piece.stars) };
        const { title, text, payload } = piece;
        return api.sendInvoice(chat, title, text, payload, "XTR", [price], options);
      }
      case "voice":
        return api.sendVoice(chat, new InputFile(piece.data, "voice.ogg"), {
          duration: Math.round(piece.seconds),
          ...options,
        });
      case "file":
        return sendFile(api, piece, { chat, ...options });
    }
  };
  const sent = await client.send({ chat, sending, signal }, send);
  if (!sent) throw new Error("a message of its own is never a frame");
  return { message: sent.message_id, date: sent.date };
}

interface MessageResult {
  readonly message_id: number;
  readonly date: number;
}

function sendFile(
  api: Api,
  { as, name, data, caption }: Extract<Piece, { type: "file" }>,
  { chat, ...options }: ReturnType<typeof optionsOf> & { readonly chat: string },
): Promise<MessageResult> {
  const file = new InputFile(data, name);
  const extras = { caption, ...options };
  switch (as) {
    case "photo":
      return api.sendPhoto(chat, file, extras);
    case "video":
      return api.sendVideo(chat, file, extras);
    case "voice":
      return api.sendVoice(chat, file, extras);
    case "document":
      return api.sendDocument(chat, file, extras);
  }
}

/**
 * Edits one of our messages into a piece, with the buttons of the target. Returns undefined for a
 * frame that would have to wait.
 */
export async function editInto(
  piece: WrittenPiece,
  { message, ...target }: Target & { readonly message: number },
  client: TelegramClient,
): Promise<true | undefined> {
  const { chat, keyboard, signal, sending = "final" } = target;
  const markup = keyboard && { reply_markup: keyboard };
  const edited = await client.send({ chat, sending, signal }, async (api) => {
    if (piece.type === "rich")
      await api.editMessageText(chat, message, piece.message, { ...markup });
    else
      await api.editMessageText(chat, message, piece.text, {
        entities: [...piece.entities],
        ...NO_PREVIEW,
        ...markup,
      });
    return true as const;
  });
  return edited;
}

function optionsOf({ topic, answers, keyboard }: Target) {
  return {
    ...(topic !== undefined && { message_thread_id: topic }),
    ...(answers !== undefined && {
      reply_parameters: { message_id: answers, allow_sending_without_reply: true },
    }),
    ...(keyboard && { reply_markup: keyboard }),
  };
}
