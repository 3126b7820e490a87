import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { nameChat } from "./name-chat.ts";
import { nameMessages } from "./name-messages.ts";
import { chatId, messageIds, TELEGRAM_ACCOUNT, targetOf } from "./params.ts";

/** Sends messages of the queue at once. */
export const telegramSendScheduledNow = declareTool({
  name: "telegram_send_scheduled_now",
  summary:
    "Send scheduled messages in a chat immediately instead of at their date, by their " +
    "numbers from telegram_get_scheduled_messages. To cancel them, use " +
    "telegram_delete_scheduled_message.",
  effect: "send",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    chatId: chatId("The chat that the messages are scheduled for"),
    messageIds: messageIds("The scheduled messages to send", 30),
  }),
  utterances: [
    "don't wait until Friday, give Kim the planned message right now",
    "push out the queued post for the bakery immediately",
    "release the timed announcement early",
    "that text for tomorrow, let it go now",
    "publish everything that's waiting in the channel's queue at once",
    "envoie tout de suite ce qui était programmé pour demain à Chloé",
    "manda subito il post che era previsto per lunedì",
    "publica agora o aviso que estava agendado para sexta",
    "відправ відкладене Юлі зараз, не чекай вечора",
    "wyślij od razu zaplanowany wpis na kanale",
    "予約していた投稿を待たずに今すぐ出して",
  ],

  targetChat: ({ chatId: chat }) => targetOf(chat),

  confirm: ({ chatId: chat, messageIds: messages }, { language }) =>
    texts(language).questions.telegram.sendScheduledNow({
      ...nameMessages(messages),
      chat: nameChat(chat, language),
    }),
});
