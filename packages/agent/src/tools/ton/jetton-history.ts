import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { jettonAddress, MARKET_DATA } from "../chain-params.ts";

/** Gathers the market figures of a jetton. */
export const jettonHistory = declareTool({
  name: "jetton_history",
  summary:
    "Report how a jetton performs on the market: price changes over a day, week and month, " +
    "trading volume, market cap, fully diluted value, holders. For the points of a price " +
    "chart, use ton_chart; for only the price, use jetton_price.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: MARKET_DATA,
  utterances: [
    "market cap and daily turnover of NOT",
    "how has CATI done over the day, the week and the month",
    "give me the fully diluted valuation for EQAp…",
    "performance report on DOGS: volume, cap, moves",
    "is that token gaining traction or dying?",
    "Дай сводку по рынку для NOT: капитализация, объём, изменения",
    "Che capitalizzazione ha DOGS e quanto si scambia al giorno?",
    "Fais-moi le point sur ce jeton : volume, capitalisation, variation sur 30 jours",
    "NOTの時価総額と出来高、値動きをまとめて",
    "Jaki obrót i kapitalizację ma ten token?",
  ],
  params: z.object({ jettonAddress: jettonAddress() }),
});
