import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { nameMessages } from "./name-messages.ts";
import { chatId, messageIds, TELEGRAM_ACCOUNT } from "./params.ts";

/** Takes messages out of the queue of a chat before they are sent. */
export const telegramDeleteScheduledMessage = declareTool({
  name: "telegram_delete_scheduled_message",
  summary:
    "Cancel scheduled messages in a chat before they go out, by their numbers from " +
    "telegram_get_scheduled_messages. To delete messages that were already sent, use " +
    "telegram_delete_message.",
  effect: "destroy",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  replay: "rerun",
  params: z.object({
    chatId: chatId("The chat that the messages are scheduled for"),
    messageIds: messageIds("The scheduled messages to cancel", 30),
  }),
  utterances: [
    "don't send what we planned for the landlord on Friday after all",
    "cancel the queued birthday greeting to Tim",
    "drop the two posts that are waiting to go out in the channel",
    "I changed my mind about tonight's timed text to my boss",
    "remove the pending announcement before it gets posted",
    "Lösch die geplante Nachricht an Herrn Weber, die morgen rausgehen soll",
    "cancela lo que tenía programado para el lunes en el canal",
    "отмени отложенное сообщение для Игоря",
    "取消明早定时发给老板的那条",
    "yarın Hakan'a gidecek zamanlanmış mesajı iptal et",
    "ألغِ الرسالة المجدولة إلى خالد قبل أن تُرسل",
  ],

  confirm: ({ chatId: chat, messageIds: messages }, { language }) =>
    texts(language).questions.telegram.deleteScheduledMessage({
      ...nameMessages(messages),
      chat: nameChat(chat, language),
    }),
});
