import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { swapParams } from "../chain-params.ts";
import { DEDUST, swapPoolType } from "./params.ts";

/** Tells what a swap on DeDust would give. */
export const dedustQuote = declareTool({
  name: "dedust_quote",
  summary:
    "Quote a swap of TON or jettons on DeDust without executing it: how much you would get, and the minimum after " +
    "slippage. To compare with STON.fi, use dex_quote; to swap, use dedust_swap.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: DEDUST,
  utterances: [
    "what would dedust pay for 20 TON in USDT",
    "stable pool estimate on dedust, 500 jUSDT into USDT",
    "just the numbers: 8 ton to SCALE through DeDust",
    "how much BOLT for 3 TON over there at dedust",
    "what's the least I'd get on DeDust for 100 NOT after slippage",
    "dedust 上 10 TON 能换多少 SCALE",
    "كم أحصل من USDT مقابل 15 TON على DeDust؟",
    "Сколько BOLT дадут за 6 тонов на дедасте?",
    "Combien de SCALE pour 25 TON chez DeDust, sans rien échanger ?",
    "DeDustで7 TONはいくらのUSDTになる?",
  ],
  params: z.object({ ...swapParams(), poolType: swapPoolType() }),
});
