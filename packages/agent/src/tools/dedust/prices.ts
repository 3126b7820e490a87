import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { DEDUST } from "./params.ts";

/** Tells what tokens cost on DeDust. */
export const dedustPrices = declareTool({
  name: "dedust_prices",
  summary:
    "List token prices on DeDust in US dollars: all prices, or those of several ticker symbols at once. " +
    "For one jetton by its address, use jetton_price; for TON, use ton_price.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: DEDUST,
  utterances: [
    "what do TON, USDT and NOT go for on dedust",
    "current rates DeDust has for scale and bolt",
    "price list of everything at dedust",
    "how much is BOLT according to DeDust",
    "check SCALE's dollar price over at dedust",
    "Podaj ceny tokenów z DeDust: NOT i DOGS",
    "ما أسعار العملات على DeDust؟",
    "Was kosten SCALE und BOLT laut DeDust?",
    "Prezzi di USDT e NOT su DeDust, per favore",
    "dedust 上 BOLT 和 SCALE 的价格",
  ],
  params: z.object({
    symbols: z
      .array(z.string().trim().min(1).max(30))
      .min(1)
      .max(50)
      .optional()
      .describe('Tickers to list, such as ["TON", "NOT"]. Omit it to list all prices.'),
  }),
});
