import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { swapParams } from "../chain-params.ts";
import { STONFI } from "./params.ts";

/** Tells what a swap on STON.fi would give. */
export const stonfiQuote = declareTool({
  name: "stonfi_quote",
  summary:
    "Quote a swap of TON or jettons on STON.fi without executing it: how much you would get, price impact, fees. " +
    "To compare with DeDust, use dex_quote; to swap, use stonfi_swap.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: STONFI,
  utterances: [
    "how many NOT would ston.fi give me for 10 TON",
    "what do I get on ston if I sell 500 DOGS",
    "price impact of dumping 1000 USDT into TON at STON.fi",
    "estimate only, don't trade: 25 ton to tether on ston",
    "rate at STON for CATI to TON, half a percent slippage",
    "¿Cuántos USDT me daría STON.fi por 40 TON?",
    "STON.fi'de 5 TON kaç NOT eder?",
    "Скільки DOGS вийде за 3 TON на стоні?",
    "Ile dostanę USDT za 15 TON na STON.fi, tylko wycena",
    "كم سأحصل من NOT مقابل 20 TON على STON.fi؟",
  ],
  params: z.object(swapParams()),
});
