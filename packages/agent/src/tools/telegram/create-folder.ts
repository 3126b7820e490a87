import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { TELEGRAM_ACCOUNT } from "./params.ts";

/** Creates a chat folder by kinds of chats. */
export const telegramCreateFolder = declareTool({
  name: "telegram_create_folder",
  summary:
    "Create a new chat folder (tab, filter) that gathers kinds of chats: contacts, " +
    "non-contacts, groups, channels or bots. To add a single chat afterwards, use " +
    "telegram_add_chat_to_folder.",
  effect: "write",
  scope: "always",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    title: z.string().trim().min(1).max(12).describe("The folder's name, up to 12 characters."),
    emoji: z
      .string()
      .trim()
      .min(1)
      .max(16)
      .optional()
      .describe('An emoji as the folder\'s icon, such as "💼".'),
    includeContacts: z.boolean().default(false).describe("Include private chats with contacts."),
    includeNonContacts: z
      .boolean()
      .default(false)
      .describe("Include private chats with people who are not contacts."),
    includeGroups: z.boolean().default(false).describe("Include all groups and supergroups."),
    includeBroadcasts: z.boolean().default(false).describe("Include all channels."),
    includeBots: z.boolean().default(false).describe("Include all bots."),
  }),
  utterances: [
    "make a folder called Work with a briefcase icon",
    "I want all my channels in one tab",
    "create a chat filter for bots only",
    'separate my groups from private chats with a new folder "Groups"',
    "organise my inbox: a Friends tab with just my contacts",
    "leg einen Ordner „Kanäle“ für alle meine Kanäle an",
    "создай папку для ботов и назови её «Боты»",
    "新建一个叫“群聊”的分组，把所有群放进去",
    "cria uma pasta só com os meus contatos",
    "sadece gruplar için yeni bir sohbet klasörü aç",
    "crea una pestaña para todos los bots",
  ],
});
