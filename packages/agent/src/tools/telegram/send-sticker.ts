import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { chatId, replyToId, stickerSet, workspacePath, targetOf } from "./params.ts";
import { quoted } from "../quoted.ts";
import { POSTING, readFileToSend } from "./posting.ts";

/** Sends a sticker into a chat. */
export const telegramSendSticker = defineTool({
  name: "telegram_send_sticker",
  summary:
    "Send a sticker to a chat: one from a sticker pack, by the pack's short name and the " +
    "sticker's position, or a sticker file from the workspace. Find packs with " +
    "telegram_search_stickers or telegram_get_my_stickers; for animations, use " +
    "telegram_send_gif.",
  effect: "send",
  scope: "always",
  access: "member",
  needs: ["telegram", "workspace"],
  ...POSTING,
  timeoutMs: 120_000,
  params: z
    .object({
      chatId: chatId("The chat to send the sticker to"),
      shortName: stickerSet().optional(),
      stickerIndex: z
        .number()
        .int()
        .min(0)
        .max(199)
        .optional()
        .describe("The sticker's position in the pack; 0 is the first."),
      path: workspacePath(
        "The sticker file (WEBP, TGS or WEBM) to send instead of a sticker from a pack",
        "downloads/duck.webp",
      ).optional(),
      replyToId: replyToId(),
    })
    .refine(
      ({ shortName, stickerIndex, path }) =>
        path === undefined
          ? shortName !== undefined && stickerIndex !== undefined
          : shortName === undefined && stickerIndex === undefined,
      "set either shortName with stickerIndex, or path",
    ),
  utterances: [
    "send a hello sticker to Ben",
    "use the third one from HotCherry for the birthday group",
    "reply to her with that sad cat sticker",
    "drop something from the Animals pack into the kids' chat",
    "post my own duck.webp as a sticker in the channel",
    "envoie un autocollant rigolo à Léa",
    "manda uno sticker di buongiorno alla nonna",
    "manda uma figurinha de parabéns pro Bruno",
    "кинь стікер з котом нашим хлопцям",
    "wyślij naklejkę z misiem do Oli",
    "佐藤さんにありがとうのスタンプを押しておいて",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: id, shortName: pack, stickerIndex, path }, { language }) => {
    const { sendSticker, sendPackSticker } = texts(language).questions.telegram;
    const chat = nameChat(id, language);
    if (path !== undefined) return sendSticker({ path: quoted(path), chat });
    return sendPackSticker({ n: (stickerIndex ?? 0) + 1, pack: String(pack), chat });
  },

  async run(
    { chatId: chat, shortName: pack, stickerIndex: index = 0, path, replyToId: message },
    context,
  ) {
    const { telegram, callId, signal } = context;
    const options = { callId, signal, replyToId: message };
    if (pack !== undefined)
      return telegram.post(chat, { type: "packed-sticker", pack, index }, options);
    const file = await readFileToSend(path ?? "", context);
    return telegram.post(chat, { type: "sticker", file }, options);
  },
});
