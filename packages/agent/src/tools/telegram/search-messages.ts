import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { chatId, limit, TELEGRAM_ACCOUNT } from "./params.ts";

/** Searches the messages of one chat. */
export const telegramSearchMessages = declareTool({
  name: "telegram_search_messages",
  summary:
    "Search the messages in one chat for words: what someone said, an address, a number. " +
    "To search across all chats, use telegram_search_global; to read the latest messages, " +
    "use telegram_get_history; for earlier talks with you, use session_search.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    chatId: chatId("The chat to search"),
    query: z
      .string()
      .trim()
      .min(1)
      .max(256)
      .describe("Words to search for, as they appear in the messages."),
    limit: limit("messages", { max: 100, initial: 50 }),
  }),
  utterances: [
    "what did Robert say about the deposit in our chat?",
    "find the address in the conversation with the landlord",
    'look up "deadline" in the project group',
    "when did we last talk about skiing here",
    "go through my chat with mum for the plum cake recipe",
    "Such im Chat mit Karin nach der Kontonummer",
    "busca en el grupo del cole lo que dijeron de la excursión",
    "найди в переписке с Олегом слово «договор»",
    "在和房东的聊天记录里找押金那条",
    "Zeynep'le olan sohbette uçuş saatini ara",
    "ابحث في محادثتي مع يوسف عن رقم الحساب",
  ],
});
