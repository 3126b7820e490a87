import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { caption, chatId, replyToId, workspacePath, targetOf } from "./params.ts";
import { quoted, quotedIf } from "../quoted.ts";
import { POSTING, readFileToSend } from "./posting.ts";

/** Sends a video of the workspace into a chat. */
export const telegramSendVideo = defineTool({
  name: "telegram_send_video",
  summary:
    "Send a video (clip, film, recording) from the workspace to a chat so that people can " +
    "play it, with an optional caption. For looping animations, use telegram_send_gif.",
  effect: "send",
  scope: "always",
  access: "member",
  needs: ["telegram", "workspace"],
  ...POSTING,
  timeoutMs: 600_000,
  params: z.object({
    chatId: chatId("The chat to send the video to"),
    path: workspacePath("The video to send", "downloads/demo.mp4"),
    caption: caption(),
    replyToId: replyToId(),
  }),
  utterances: [
    "send the clip holiday.mp4 to my parents",
    "upload the product demo for the customers in their channel",
    'post that recording of the concert for the choir with "what a night" under it',
    "share the short film from the workspace with Dana",
    "can you get the mp4 tutorial to the new colleague",
    "Schick das Video vom Geburtstag an Oma",
    "sube al canal el vídeo de la presentación del libro",
    "отправь брату ролик с дачи",
    "把产品演示视频发给客户们看",
    "tanıtım videosunu Ayşe'ye gönder",
    "ابعث مقطع الفيديو من الحفل إلى العائلة",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: chat, path, caption: words }, { language }) =>
    texts(language).questions.telegram.sendVideo({
      path: quoted(path),
      chat: nameChat(chat, language),
      caption: quotedIf(words),
    }),

  async run({ chatId: chat, path, caption: words, replyToId: message }, context) {
    const { telegram, callId, signal } = context;
    const file = await readFileToSend(path, context);
    const post = { type: "video", file, caption: words } as const;
    return telegram.post(chat, post, { callId, signal, replyToId: message });
  },
});
