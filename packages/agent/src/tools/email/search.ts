import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { MAILBOX, mailbox } from "./params.ts";

/** Finds messages, the newest first. */
export const emailSearch = declareTool({
  name: "email_search",
  summary:
    "Search the owner's e-mail: messages by keyword, sender, date, folder, or only unread " +
    "ones; newest first, with ids. Use it to look through the inbox, and before a message " +
    "is read, answered or moved.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: MAILBOX,
  utterances: [
    "any new mail?",
    "has the lawyer written back yet?",
    "find the booking confirmation for Lisbon",
    "What came in from my boss since Monday?",
    "I'm after an invoice from the electrician, must have been in March",
    "unread messages in my inbox, just the important ones",
    "Est-ce que j'ai reçu quelque chose de la CAF ?",
    "Знайди лист із квитками на потяг",
    "田中さんからのメール、届いてる?",
    "Tem algum e-mail não lido da contabilidade?",
    "Geçen hafta gelen fatura maillerini bul",
    "есть новые письма от заказчика?",
  ],
  params: z.object({
    query: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe("Words to search for in the subject or text. Default: any message."),
    from: z
      .string()
      .trim()
      .min(1)
      .max(320)
      .optional()
      .describe('Sender, as an address, a domain or a name, such as "anna@example.com" or "Anna".'),
    since: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('Only messages since this day, such as "2026-01-31" or "last Monday".'),
    unread: z.boolean().default(false).describe("Only messages that have not been read yet."),
    mailbox: mailbox("The folder to search").default("INBOX"),
    limit: z.number().int().min(1).max(100).default(20).describe("Maximum number of messages."),
  }),
});
