import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { chatId, messageId, messageText, targetOf } from "./params.ts";
import { quoted } from "../quoted.ts";
import { POSTING } from "./posting.ts";

/** Answers one message of a chat. */
export const telegramReplyMessage = defineTool({
  name: "telegram_reply_message",
  summary:
    "Reply to (answer, respond to) one message in a chat, shown below it as a reply. To " +
    "quote only a passage, use telegram_quote_reply; for a separate message, use " +
    "telegram_send_message.",
  effect: "send",
  scope: "always",
  access: "member",
  needs: ["telegram"],
  ...POSTING,
  params: z.object({
    chatId: chatId("The chat that contains the message"),
    messageId: messageId("The message to reply to"),
    text: messageText("The reply"),
  }),
  utterances: [
    "reply to Sven that we'll be there at eight",
    'answer what Gabi asked the parents with "yes, both days"',
    "respond to number 2048: thanks, received",
    "tell him under his post that the offer still stands",
    "write back to that comment that shipping is free",
    "réponds à Luc sous son message que c'est d'accord pour samedi",
    "rispondi a quello che ha scritto Elena: ci vediamo alle nove",
    "responde ao Tiago ali embaixo dizendo que já paguei",
    "дай відповідь на питання Соломії: так, приходьте",
    "odpowiedz Bartkowi pod jego ofertą, że zgadzam się na cenę",
    "山本さんの書き込みに「了解です」と返しておいて",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: chat, messageId: message, text }, { language }) =>
    texts(language).questions.telegram.replyMessage({
      text: quoted(text),
      message,
      chat: nameChat(chat, language),
    }),

  run: ({ chatId: chat, messageId: message, text }, { telegram, callId, signal }) =>
    telegram.post(chat, { type: "text", text }, { callId, signal, replyToId: message }),
});
