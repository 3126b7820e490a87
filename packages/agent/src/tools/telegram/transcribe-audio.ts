import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { chatId, messageId, TELEGRAM_ACCOUNT } from "./params.ts";

/** Has Telegram write down what is said in a message. */
export const telegramTranscribeAudio = declareTool({
  name: "telegram_transcribe_audio",
  summary:
    "Transcribe a voice message, audio or round video in a chat: turn the speech into " +
    "text, to read, summarize or answer it. May require Telegram Premium. To keep the " +
    "sound file, use telegram_download_media.",
  effect: "read",
  scope: "always",
  access: "member",
  requires: TELEGRAM_ACCOUNT,
  timeoutMs: 60_000,
  params: z.object({
    chatId: chatId("The chat that contains the message"),
    messageId: messageId("The voice, audio or round video message"),
  }),
  utterances: [
    "what does he say in that voice note from this morning?",
    "turn the recording from Carla into text",
    "I can't listen right now, write down what she said",
    "transcribe number 912 for me please",
    "type out the audio Mark left among the parents",
    "Was sagt Jonas in der Sprachnachricht? Ich kann gerade nicht hören",
    "pásame a texto el audio que mandó Laura",
    "расшифруй голосовое от Кати про дачу",
    "阿强那条语音我现在不方便听，帮我转成文字",
    "Mehmet'in sesli mesajında ne diyor, yazıya dök",
    "حوّل التسجيل الصوتي الذي أرسلته هدى إلى نص مكتوب",
  ],
});
