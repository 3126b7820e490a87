import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { limit, TELEGRAM_ACCOUNT } from "./params.ts";

/** Lists the account's conversations, newest first. */
export const telegramGetDialogs = declareTool({
  name: "telegram_get_dialogs",
  summary:
    "List your conversations (chats, groups, channels, inbox) with unread counts, newest " +
    "first. Can list archived conversations instead, or only unread ones. Use it to find a " +
    "chat's id by its title; read one with telegram_get_history.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    limit: limit("conversations", { max: 100, initial: 50 }),
    archived: z.boolean().default(false).describe("List the archived conversations instead."),
    unreadOnly: z.boolean().default(false).describe("Only conversations with unread messages."),
  }),
  utterances: [
    "what unread chats do I have",
    "anything new in my messages?",
    "show my last 20 conversations",
    "who wrote to me while I was away?",
    "what's sitting in the archive",
    "list all my groups and channels with how many I haven't read",
    "przejrzyj moje nieprzeczytane rozmowy",
    "هل وصلتني رسائل لم أقرأها بعد؟",
    "hangi sohbetlerde okunmamış mesajım var",
    "montre-moi mes dernières discussions",
    "in welchen Chats warten noch ungelesene Nachrichten?",
    "покажи чаты из архива",
  ],
});
