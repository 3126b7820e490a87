import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { caption, chatId, replyToId, workspacePath, targetOf } from "./params.ts";
import { quoted, quotedIf } from "../quoted.ts";
import { POSTING, readFileToSend } from "./posting.ts";

/** Sends an image of the workspace into a chat. */
export const telegramSendPhoto = defineTool({
  name: "telegram_send_photo",
  summary:
    "Send a photo (image, picture, screenshot) from the workspace to a chat so that people " +
    "see it at once, with an optional caption. To keep the file uncompressed, use " +
    "telegram_send_document.",
  effect: "send",
  scope: "always",
  access: "member",
  needs: ["telegram", "workspace"],
  ...POSTING,
  timeoutMs: 120_000,
  params: z.object({
    chatId: chatId("The chat to send the photo to"),
    path: workspacePath("The image to send", "downloads/chart.png"),
    caption: caption(),
    replyToId: replyToId(),
  }),
  utterances: [
    "send the picture chart.png to Olga",
    "post our new logo where the designers talk",
    "show the group the screenshot from the workspace",
    'share the snapshot of the receipt with my accountant and write "paid" under it',
    "get that generated image over to @nick",
    "envoie la photo du chat à maman",
    "manda a Luca l'immagine con il grafico delle vendite",
    "posta a foto do evento no canal da escola",
    "скинь Ігорю знімок екрана з папки",
    "wyślij Markowi zdjęcie paragonu",
    "さっき作った画像を母に送って",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: chat, path, caption: words }, { language }) =>
    texts(language).questions.telegram.sendPhoto({
      path: quoted(path),
      chat: nameChat(chat, language),
      caption: quotedIf(words),
    }),

  async run({ chatId: chat, path, caption: words, replyToId: message }, context) {
    const { telegram, callId, signal } = context;
    const file = await readFileToSend(path, context);
    const post = { type: "photo", file, caption: words } as const;
    return telegram.post(chat, post, { callId, signal, replyToId: message });
  },
});
