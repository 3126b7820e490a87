import { defineTool, Fault } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { caption, chatId, replyToId, workspacePath, targetOf } from "./params.ts";
import { quoted, quotedIf } from "../quoted.ts";
import { POSTING, readFileToSend } from "./posting.ts";

/** Sends an animation into a chat. */
export const telegramSendGif = defineTool({
  name: "telegram_send_gif",
  summary:
    "Send a GIF (animation) to a chat: one found with telegram_search_gifs, by queryId and " +
    "resultId, or a GIF or MP4 file from the workspace. For stickers, use " +
    "telegram_send_sticker.",
  effect: "send",
  scope: "always",
  access: "member",
  needs: ["telegram", "workspace"],
  ...POSTING,
  timeoutMs: 120_000,
  params: z
    .object({
      chatId: chatId("The chat to send the GIF to"),
      queryId: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .describe("The queryId that telegram_search_gifs returned."),
      resultId: z.string().min(1).max(256).optional().describe("Id of the result to send."),
      path: workspacePath(
        "The GIF or MP4 file to send instead of a search result",
        "downloads/party.gif",
      ).optional(),
      caption: caption(),
      replyToId: replyToId(),
    })
    .refine(
      ({ queryId, resultId, path }) =>
        path === undefined
          ? queryId !== undefined && resultId !== undefined
          : queryId === undefined && resultId === undefined,
      "set either queryId with resultId, or path",
    ),
  utterances: [
    "send a funny cat gif to Max",
    "post the dancing animation you just found for the girls",
    "answer her with a facepalm gif",
    "share celebrate.mp4 as a looping animation with the team",
    "the second one from that list of gifs, give it to the guys",
    "Schick Lea ein GIF, das zum Feiern passt",
    "manda un gif de aplausos al grupo de teatro",
    "кинь гифку с котиком Сане",
    "发个搞笑动图给小王乐一乐",
    "mezuniyet grubuna kutlama gifi at",
    "أرسل صورة متحركة مضحكة إلى سارة",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: id, path, resultId, caption: words }, { language }) => {
    const { sendGif, sendFoundGif } = texts(language).questions.telegram;
    const to = { chat: nameChat(id, language), caption: quotedIf(words) };
    if (path !== undefined) return sendGif({ path: quoted(path), ...to });
    return sendFoundGif({ id: quoted(resultId ?? ""), ...to });
  },

  async run({ chatId: chat, path, caption: words, replyToId: message }, context) {
    const { telegram, callId, signal } = context;
    if (path === undefined)
      throw new Fault("unavailable", "Only a Telegram account can send a GIF that was found.", {
        hint: "Send a GIF or MP4 file of the workspace by its path.",
      });
    const file = await readFileToSend(path, context);
    const post = { type: "animation", file, caption: words } as const;
    return telegram.post(chat, post, { callId, signal, replyToId: message });
  },
});
