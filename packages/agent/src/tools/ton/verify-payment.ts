import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { jettonAddress, tokenAmount, TON_WALLET, tonAddress } from "../chain-params.ts";

/** Tells whether an expected payment arrived in the agent's own wallet and was not counted before. */
export const tonVerifyPayment = declareTool({
  name: "ton_verify_payment",
  summary:
    "Verify that an incoming payment arrived in your own wallet: check its amount, comment " +
    "and sender, that it is final, and that it was not used before. For the payment of a " +
    "deal, use deal_verify_payment; for a transfer that you sent, use " +
    "ton_transaction_status.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TON_WALLET,
  utterances: [
    "has the 5 TON with memo order-4417 come in?",
    "did Nadia pay her subscription? the comment should be SUB-88",
    "make sure we really got 30 USDT from that customer",
    "the client swears he settled the invoice, confirm it",
    "incoming 12 ton, tag 'ticket-93', within the last hour: yes or no?",
    "Comprueba si ya nos llegó el pago de 8 TON del pedido 221",
    "注文番号A-17の3 TONは入金された?",
    "Le client a-t-il bien réglé les 15 TON de la facture 304 ?",
    "Перевір, чи надійшла оплата 6 TON з коментарем «квиток-15»",
    "هل وصلت دفعة الزبون بقيمة 4 TON؟",
    "Ist die Zahlung über 9 TON mit dem Kennwort K-20 eingegangen?",
  ],
  params: z.object({
    amount: tokenAmount("The minimum amount that must have arrived"),
    comment: z
      .string()
      .trim()
      .min(1)
      .max(120)
      .describe('Exact comment that the payment must have, such as "order-4417".'),
    sender: tonAddress(
      "The account that must have sent the payment (omit it for any sender)",
    ).optional(),
    maxAgeMinutes: z
      .number()
      .int()
      .min(1)
      .max(525_600)
      .optional()
      .describe("Maximum age of the payment in minutes. Omit it for any age."),
    jettonAddress: jettonAddress(
      "The jetton that must have been paid (omit it for TON)",
    ).optional(),
  }),
});
