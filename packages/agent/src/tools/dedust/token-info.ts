import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { DEDUST } from "./params.ts";

/** Gathers what DeDust knows about who holds and trades a token. */
export const dedustTokenInfo = declareTool({
  name: "dedust_token_info",
  summary:
    "Analyze a token on DeDust: top holders, top traders, recent large buys and sells, " +
    "taxes. Use it to judge a token before buying. For supply and issuer, use jetton_info; " +
    "for market cap and volume, use jetton_history.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: DEDUST,
  utterances: [
    "who trades SCALE the most on dedust, and does it have a tax",
    "due diligence on this token: holders, whales buying, fees",
    "recent big buys of BOLT at DeDust",
    "is it a honeypot? check the taxes and traders of EQBy…",
    "dedust analytics for the jetton EQCj…",
    "Проанализируй токен на дедасте: крупные сделки, держатели, налог",
    "Quels gros achats récents y a-t-il eu sur ce jeton chez DeDust ?",
    "DeDustでこのトークンの大口トレーダーと税率を調べて",
    "Analiza en DeDust los holders y las comisiones de SCALE",
    "Gibt es bei diesem Token eine Steuer, und wer handelt ihn auf DeDust am meisten?",
  ],
  params: z.object({
    token: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe(
        "Token: the address of the jetton's master contract, or the ticker that DeDust lists it under.",
      ),
  }),
});
