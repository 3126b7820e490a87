import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { TON_NETWORK, TRANSFER_TIMEOUT_MS } from "../chain-params.ts";

/** Follows a sent transfer until it is final or has failed. */
export const tonTransactionStatus = declareTool({
  name: "ton_transaction_status",
  summary:
    "Check the status of a sent transfer by its hash: pending, final, failed or bounced. It waits a while for " +
    "finality. Use it after ton_send, jetton_send or a swap. For an expected incoming payment, " +
    "use ton_verify_payment.",
  effect: "read",
  scope: "always",
  access: "anyone",
  timeoutMs: TRANSFER_TIMEOUT_MS,
  requires: TON_NETWORK,
  utterances: [
    "did my transfer go through? hash 9f3c…",
    "is the payment you just made final yet",
    "track this message hash until it confirms: b7e1…",
    "the TON I sent ten minutes ago still isn't there, look into it",
    "has 4ac0… landed or bounced?",
    "Czy przelew o tym haszu już doszedł?",
    "A transação 7d2b… já foi confirmada?",
    "Gönderdiğin TON ulaştı mı, hash'i kontrol et",
    "Проверь, дошла ли транзакция по этому хешу",
    "这笔转账到账了吗?哈希是 5e9d…",
  ],
  params: z.object({
    hash: z
      .string()
      .trim()
      .regex(/^([\dA-Fa-f]{64}|[\w+/-]{43}=?)$/, "a hash is 64 hex digits, or 44 of base64")
      .describe("Hash of the transfer in hex or base64, as returned by the tool that sent it."),
  }),
});
