import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { chatId, messageId, TELEGRAM_ACCOUNT } from "./params.ts";

/** Marks a chat as read; the other side sees that its messages were read. */
export const telegramMarkAsRead = declareTool({
  name: "telegram_mark_as_read",
  summary:
    "Mark a chat as read: clear its unread counter up to a message (or all) and its unread " +
    "mentions. Use it after you handled the new messages, or when someone wants the badge " +
    "gone.",
  effect: "write",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  replay: "rerun",
  params: z.object({
    chatId: chatId("The chat to mark as read"),
    messageId: messageId(
      "The last message to mark as read (omit it to mark all messages)",
    ).optional(),
    clearMentions: z.boolean().default(true).describe("Also clear unread mentions of you."),
  }),
  utterances: [
    "mark the family group as read",
    "clear the unread badge on @slowradio",
    "I've seen everything in the team chat, get rid of the counter",
    "set that conversation to read up to message 8812 only",
    "too many notifications from the residents' group, just dismiss them as seen",
    "marca como leído el grupo del colegio",
    "познач чат із мамою як прочитаний",
    "会社のグループを既読にしておいて",
    "segna come letti i messaggi del canale @paginelente",
    "marque la discussion avec Inès comme lue",
    "اجعل كل رسائل مجموعة العمل مقروءة",
  ],
});
