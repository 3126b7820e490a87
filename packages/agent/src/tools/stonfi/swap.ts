import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { swapParams, swapSpend, TON_WALLET, TRANSFER_TIMEOUT_MS } from "../chain-params.ts";
import { swapQuestion } from "../swap-question.ts";

/** Swaps on STON.fi from the agent's own wallet, once a call. */
export const stonfiSwap = declareTool({
  name: "stonfi_swap",
  summary:
    "Swap, buy, sell or exchange TON and jettons on STON.fi from your own wallet. Use it when the person " +
    "names STON.fi or dex_quote recommends it; on DeDust, use dedust_swap. To know the price first, use " +
    "stonfi_quote.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  replay: "same-key",
  timeoutMs: TRANSFER_TIMEOUT_MS,
  requires: TON_WALLET,
  utterances: [
    "swap 17 TON into NOT at ston.fi",
    "trade my 200 DOGS back to toncoin via ston",
    "buy 50 ton worth of USDT at STON",
    "go ahead, do the exchange on STON.fi with 2% slippage",
    "sell everything we hold of CATI on ston, that's 730",
    "Tausche 30 TON auf STON.fi in USDT",
    "Échange 15 TON contre des NOT via STON.fi",
    "Converti 100 USDT in TON su STON",
    "在 ston.fi 把 20 TON 换成 USDT",
    "Обменяй на стоне 12 тонов на DOGS",
  ],
  params: z.object(swapParams()),

  spends: swapSpend,

  confirm: (params, { language }) => swapQuestion(params, { exchange: "STON.fi", language }),
});
