import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { chatId, TELEGRAM_ACCOUNT } from "./params.ts";

/** Lists what waits to be sent into a chat. */
export const telegramGetScheduledMessages = declareTool({
  name: "telegram_get_scheduled_messages",
  summary:
    "List the scheduled messages in a chat, which wait in its queue to be sent later, with " +
    "number, text and date. To send one early, use telegram_send_scheduled_now; to cancel " +
    "it, use telegram_delete_scheduled_message.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    chatId: chatId("The chat whose scheduled messages to list"),
  }),
  utterances: [
    "what is still waiting to go out to the channel this week?",
    "what have I got lined up for Nina?",
    "show the queue of planned posts for @dailyrecipes",
    "is anything set to be sent to the book club later today?",
    "make sure my birthday wishes to grandma are still going out on their own",
    "Welche Nachrichten sind für den Vereinskanal noch geplant?",
    "qué mensajes tengo programados para el grupo de ventas",
    "покажи, что стоит в отложенных для канала",
    "看看给客户群还有哪些定时消息没发出去",
    "duyuru kanalında sırada bekleyen gönderiler neler?",
    "ما الذي ينتظر الإرسال لاحقًا في قناة المتجر؟",
  ],
});
