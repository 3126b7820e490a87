import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { chatId, messageText, replyToId, targetOf } from "./params.ts";
import { quoted } from "../quoted.ts";
import { POSTING } from "./posting.ts";

/** Writes a text message into a chat. */
export const telegramSendMessage = defineTool({
  name: "telegram_send_message",
  summary:
    "Send a text message to a person, group or channel on Telegram (write, tell, text, " +
    "post, notify). To answer a specific message, use telegram_reply_message; to send it " +
    "later, use telegram_schedule_message.",
  effect: "send",
  scope: "always",
  access: "member",
  needs: ["telegram"],
  ...POSTING,
  params: z.object({
    chatId: chatId("The chat to send the message to"),
    text: messageText(),
    replyToId: replyToId(),
  }),
  utterances: [
    "tell Katie I'm running twenty minutes late",
    "text @oleg: meeting moved to 4",
    'write "good morning everyone" to the family',
    "let the team know on Telegram that the server is back",
    "drop Chris a line and ask whether he's free on Saturday",
    "Schreib Sandra, dass ich um sieben da bin",
    "dile a Carlos que ya salí de casa",
    "напиши Свете, что я в пробке",
    "给小李发消息说我晚点到",
    'Emre\'ye "yoldayım" diye yaz',
    "اكتب لمريم أنني سأتأخر ربع ساعة",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: chat, text }, { language }) =>
    texts(language).questions.telegram.sendMessage({
      text: quoted(text),
      chat: nameChat(chat, language),
    }),
  done: ({ chatId: chat, text }, { language }) =>
    texts(language).results.telegram.sendMessage({
      text: quoted(text),
      chat: nameChat(chat, language),
    }),

  run: ({ chatId: chat, text, replyToId: message }, { telegram, callId, signal }) =>
    telegram.post(chat, { type: "text", text }, { callId, signal, replyToId: message }),
});
