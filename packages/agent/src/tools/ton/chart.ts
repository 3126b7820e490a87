import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { asset, MARKET_DATA } from "../chain-params.ts";

/** Tells how a price moved over a time. */
export const tonChart = declareTool({
  name: "ton_chart",
  summary:
    "Show the price history of TON or a jetton over an hour, a day, a week, a month, a quarter or a year: " +
    "chart points, high, low and change. For the price right now, use ton_price or jetton_price.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: MARKET_DATA,
  utterances: [
    "how did toncoin move over the past month?",
    "plot NOT for the last 24 hours",
    "what were the high and the low of TON this quarter",
    "has ton been going up or down since last year",
    "graph of the jetton EQAq… for 90 days",
    "أرني كيف تغير سعر TON خلال الأسبوع الماضي",
    "Покажи графік тона за місяць",
    "Che andamento ha avuto Toncoin negli ultimi 90 giorni?",
    "TONの過去1年のチャートを見たい",
    "Wie hat sich der TON-Kurs in den letzten 30 Tagen entwickelt?",
    "Как менялся тон за последние сутки?",
  ],
  params: z.object({
    token: asset("The token whose price to show").default("ton"),
    period: z
      .enum(["1h", "24h", "7d", "30d", "90d", "1y"])
      .default("7d")
      .describe("Period to show: an hour, a day, a week, a month, a quarter or a year."),
  }),
});
