import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { jettonAddress, MARKET_DATA } from "../chain-params.ts";

/** Tells what a jetton costs, and how that changed. */
export const jettonPrice = declareTool({
  name: "jetton_price",
  summary:
    "Get the current price of a jetton (token on TON) in US dollars and TON, with its " +
    "changes in percent. For TON itself, use ton_price; for volume and market cap, use " +
    "jetton_history; for a trade, use dex_quote.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: MARKET_DATA,
  utterances: [
    "what's one NOT worth in TON",
    "how much does DOGS cost right now",
    "dollar value of the jetton EQBk…",
    "did hamster coin drop since yesterday?",
    "worth of 10k CATI today",
    "¿Qué precio tiene ahora el token NOT?",
    "Скільки зараз коштує DOGS у доларах?",
    "Wo steht HMSTR gerade, in TON?",
    "NOT 代币现价多少,今天涨了没有",
    "Bu jettonun fiyatı ne kadar, adresi EQDw…",
    "ile dziś płacą za jednego NOT-a?",
  ],
  params: z.object({ jettonAddress: jettonAddress() }),
});
