import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { nameMessages } from "./name-messages.ts";
import { chatId, messageIds, targetOf } from "./params.ts";
import { POSTING } from "./posting.ts";

/** Forwards messages from one chat to another. */
export const telegramForwardMessage = defineTool({
  name: "telegram_forward_message",
  summary:
    "Forward one or more messages from one chat to another, showing the original author " +
    "(pass on, share). To write in your own words, use telegram_send_message.",
  effect: "send",
  scope: "always",
  access: "owner",
  needs: ["telegram"],
  ...POSTING,
  params: z.object({
    fromChatId: chatId("The chat that contains the messages"),
    toChatId: chatId("The chat to forward the messages to"),
    messageIds: messageIds("The messages to forward", 100),
    silent: z.boolean().default(false).describe("Forward the messages without a notification."),
  }),
  utterances: [
    "forward what Anna wrote to Peter from work",
    "pass the last three posts of the news channel on to my team",
    "let my wife see the landlord's note exactly as he wrote it",
    "share that post with the investors without making a sound",
    "put a copy of number 120 into Saved Messages",
    "Leite die Nachricht vom Vermieter an Petra weiter",
    "reenvía a mi hermano lo último que salió en el canal de ofertas",
    "перешли Диме то, что написал тренер",
    "把老师的通知转发到家长群",
    "müdürün yazdığını ekiptekilere ilet",
    "أعد توجيه ما كتبه المدير إلى زملائي في الفريق",
  ],

  targetChat: ({ toChatId }) => targetOf(toChatId),

  confirm: ({ fromChatId, toChatId, messageIds: messages }, { language }) =>
    texts(language).questions.telegram.forwardMessage({
      ...nameMessages(messages),
      from: nameChat(fromChatId, language),
      to: nameChat(toChatId, language),
    }),

  run: ({ fromChatId, toChatId, messageIds: messages, silent }, { telegram, callId, signal }) =>
    telegram.forward({ chat: fromChatId, messages }, toChatId, { callId, signal, silent }),
});
