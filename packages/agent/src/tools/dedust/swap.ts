import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { swapParams, swapSpend, TON_WALLET, TRANSFER_TIMEOUT_MS } from "../chain-params.ts";
import { swapQuestion } from "../swap-question.ts";
import { swapPoolType } from "./params.ts";

/** Swaps on DeDust from the agent's own wallet, once a call. */
export const dedustSwap = declareTool({
  name: "dedust_swap",
  summary:
    "Swap, buy, sell or exchange TON and jettons on DeDust from your own wallet. Use it when the person " +
    "names DeDust or dex_quote recommends it; on STON.fi, use stonfi_swap. To know the price first, use " +
    "dedust_quote.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  replay: "same-key",
  timeoutMs: TRANSFER_TIMEOUT_MS,
  requires: TON_WALLET,
  utterances: [
    "exchange 22 ton for SCALE on dedust",
    "use DeDust's stable pool to turn 300 jUSDT into USDT",
    "do the trade at dedust: 1500 NOT to TON",
    "buy BOLT with 9 TON through DeDust",
    "get rid of our SCALE on dedust, all 42",
    "Wechsle 18 TON bei DeDust in BOLT um",
    "Cambia 60 USDT a TON en DeDust",
    "Поміняй 11 TON на SCALE через DeDust",
    "Scambia 14 TON con USDT su DeDust, slippage massimo 2%",
    "troca 90 USDT por TON na DeDust",
  ],
  params: z.object({ ...swapParams(), poolType: swapPoolType() }),

  spends: swapSpend,

  confirm: ({ poolType: pool, ...swap }, { language }) =>
    swapQuestion(swap, { exchange: "DeDust", pool, language }),
});
