import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { swapParams } from "../chain-params.ts";

/** Compares what both exchanges offer for the same swap. */
export const dexQuote = declareTool({
  name: "dex_quote",
  summary:
    "Compare the quotes from STON.fi and DeDust for a swap of TON or jettons and recommend the better rate. " +
    "Use it before a swap if the person names no exchange; then use stonfi_swap or dedust_swap.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: "a connection to STON.fi and DeDust",
  utterances: [
    "where do I get more NOT for 50 TON, ston or dedust?",
    "best rate to change 200 USDT into toncoin across exchanges",
    "which dex is cheaper for TON to DOGS today",
    "shop around before we turn 30 ton into tether",
    "compare both exchanges for selling my CATI",
    "Sur quelle plateforme j'obtiens le meilleur taux pour 100 TON en USDT ?",
    "Gdzie bardziej opłaca się zamienić 20 TON na USDT?",
    "Compara en qué exchange me dan más NOT por 10 TON",
    "比较一下两个交易所,50 TON 换 USDT 哪家划算",
    "em que DEX rende mais trocar 75 USDT por TON?",
  ],
  params: z.object(swapParams()),
});
