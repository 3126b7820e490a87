import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { limit, TON_NETWORK, tonAddress } from "../chain-params.ts";

/** Lists what went in and out of any account, the newest first. */
export const tonGetTransactions = declareTool({
  name: "ton_get_transactions",
  summary:
    "List the recent transactions of any TON address: who sent or received how much, with comments. " +
    "For your own wallet, use ton_my_transactions; to check one expected payment, use ton_verify_payment.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: TON_NETWORK,
  utterances: [
    "what has UQDn…3kP been doing on chain lately?",
    "show the last 20 transfers of this wallet",
    "did that address receive anything this week?",
    "look up the activity of the scammer's account EQCz…",
    "pull the history of the DAO treasury at this address",
    "Enséñame los últimos movimientos de esta dirección de TON",
    "ما هي آخر التحويلات في هذه المحفظة؟",
    "Qu'est-ce qui est entré et sorti du portefeuille de Hugo ces derniers jours ?",
    "查一下这个地址最近的转账记录",
    "Глянь, які перекази були на цьому гаманці",
  ],
  params: z.object({
    address: tonAddress("The account"),
    limit: limit("transactions", { max: 50, initial: 10 }),
  }),
});
