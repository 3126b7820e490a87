import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { limit } from "./params.ts";

/** Lists what came in and went out in Stars. */
export const telegramGetStarsTransactions = defineTool({
  name: "telegram_get_stars_transactions",
  summary:
    "List the transactions of the account's Telegram Stars: received, spent, refunded, " +
    "with date, amount and the other party. To see how many Stars are left, use " +
    "telegram_get_stars_balance.",
  effect: "read",
  scope: "dm-only",
  access: "owner",
  needs: ["telegram"],
  params: z
    .object({
      limit: limit("transactions", { max: 100, initial: 20 }),
      inbound: z.boolean().optional().describe("Only incoming transactions."),
      outbound: z.boolean().optional().describe("Only outgoing transactions."),
    })
    .refine(
      ({ inbound, outbound }) => !(inbound && outbound),
      "set inbound or outbound, not both; omit both to list all transactions",
    ),
  utterances: [
    "what did I spend my Stars on this month?",
    "show the latest incoming star payments",
    "give me the history of my Telegram Stars",
    "who paid me stars recently?",
    "where did those 250 stars go",
    "Wofür sind meine Telegram-Sterne draufgegangen?",
    "enséñame los movimientos de mis estrellas de Telegram",
    "покажи историю операций со звёздами",
    "查一下我的星星都花在哪里了",
    "son yıldız harcamalarımı listele",
    "من أين جاءت النجوم التي وصلتني هذا الأسبوع؟",
  ],

  async run({ limit: most, inbound, outbound }, { telegram, signal }) {
    const direction = inbound ? "in" : outbound ? "out" : undefined;
    return { transactions: await telegram.transactions({ limit: most, direction, signal }) };
  },
});
