import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** Reads how many Stars the account has. */
export const telegramGetStarsBalance = defineTool({
  name: "telegram_get_stars_balance",
  summary:
    "Read the account's Telegram Stars balance, or its internal Telegram TON balance. To see " +
    "what was spent or received, use telegram_get_stars_transactions. The blockchain wallet " +
    "is a different one.",
  effect: "read",
  scope: "dm-only",
  access: "owner",
  needs: ["telegram"],
  resultOrigin: "services",
  params: z.object({
    ton: z
      .boolean()
      .default(false)
      .describe("Read the account's TON balance inside Telegram instead of its Stars balance."),
  }),
  utterances: [
    "how many Stars do I have left after that gift?",
    "look at my Telegram Stars before I buy anything",
    "could I afford a present for 500 stars?",
    "what's my internal TON balance within Telegram",
    "how rich am I in stars",
    "combien d'étoiles Telegram me reste-t-il ?",
    "quante stelle mi sono rimaste su Telegram?",
    "qual é o meu saldo de Stars agora?",
    "скільки в мене лишилося зірок у Телеграмі?",
    "ile mam jeszcze gwiazdek na koncie?",
    "ギフトを買う前にスターがいくつ残っているか教えて",
  ],

  async run({ ton }, { telegram, signal }) {
    const asset = ton ? "TON" : "Stars";
    return { asset, balance: await telegram.balance(asset, { signal }) };
  },
});
