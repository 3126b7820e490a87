import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { chatId, limit, messageId, TELEGRAM_ACCOUNT } from "./params.ts";

/** Reads the newest messages of a chat, or those before a given one. */
export const telegramGetHistory = declareTool({
  name: "telegram_get_history",
  summary:
    "Read the latest messages in one chat, group or channel, newest first; page back with " +
    "offsetId. To find messages by keyword, use telegram_search_messages; for a thread, use " +
    "telegram_get_replies.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    chatId: chatId("The chat to read"),
    limit: limit("messages", { max: 100, initial: 50 }),
    offsetId: messageId(
      "The message to page back from (only older messages are returned)",
    ).optional(),
  }),
  utterances: [
    "what did Marta write in our chat today?",
    "catch me up on the family group",
    "read the last 30 messages from @slowradio",
    "summarize what I missed in the neighbours' chat since this morning",
    "go further back in that conversation",
    "show me the newest posts of the channel t.me/teanotes",
    "was wurde zuletzt in der Gruppe Wanderfreunde geschrieben?",
    "прочитай последние сообщения в чате с бухгалтерией",
    "看看工作群最近都聊了什么",
    "quais foram as últimas mensagens do grupo da escola?",
    "Ayşe ile son yazışmalarımızı oku",
    "¿qué se ha dicho últimamente en el grupo del equipo?",
  ],
});
