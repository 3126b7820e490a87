import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { limit, TELEGRAM_ACCOUNT } from "./params.ts";

/** Lists the account's contacts. */
export const telegramListContacts = declareTool({
  name: "telegram_list_contacts",
  summary:
    "List or search the people in your Telegram contacts (address book), with names, ids and " +
    "usernames. For one person's profile, use telegram_get_user_info; for chats, use " +
    "telegram_get_dialogs.",
  effect: "read",
  scope: "dm-only",
  access: "owner",
  requires: TELEGRAM_ACCOUNT,
  params: z.object({
    query: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('Part of a name or username, such as "ann". Omit it to list all contacts.'),
    limit: limit("contacts", { max: 500, initial: 100 }),
  }),
  utterances: [
    "who is in my contacts?",
    "show my Telegram address book",
    "do I have a plumber among my contacts",
    "find Nina in my phone book",
    "how many contacts do I have",
    "zeig mir meine Kontakte",
    "покажи мои контакты",
    "通讯录里有谁",
    "lista os meus contactos",
    "rehberimde kimler var?",
    "liste mes contacts dont le nom commence par M",
  ],
});
