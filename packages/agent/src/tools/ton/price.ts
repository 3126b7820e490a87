import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { MARKET_DATA } from "../chain-params.ts";

/** Tells what one TON costs. */
export const tonPrice = declareTool({
  name: "ton_price",
  summary:
    "Get the current price of TON (Toncoin, Gram) in US dollars. For its price history, use ton_chart; " +
    "for the price of another token, use jetton_price.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: MARKET_DATA,
  utterances: [
    "toncoin in dollars, now",
    "what would one gram cost me today in USD",
    "is TON above 3 bucks?",
    "ton/usd rate, quick",
    "how much are my 100 TON worth at the moment",
    "TON şu an kaç dolar ediyor?",
    "A como está o Toncoin hoje?",
    "现在一个 TON 值多少美元",
    "¿a cuánto cotiza toncoin ahora mismo?",
    "Combien vaut le TON en dollars à l'instant ?",
    "Який зараз курс тона до долара?",
  ],
  params: z.object({}),
});
