import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import {
  comment,
  jettonAddress,
  recipient,
  tokenAmount,
  TON_WALLET,
  TRANSFER_TIMEOUT_MS,
} from "../chain-params.ts";
import { quotedIf } from "../quoted.ts";

/** Sends a jetton from the agent's own wallet, once a call. */
export const jettonSend = declareTool({
  name: "jetton_send",
  summary:
    "Send or transfer a jetton (a token on TON such as USDT or NOT) from your own wallet to an address. " +
    "Use only an address that the person provided; look up the jetton with jetton_balances. " +
    "For TON itself, use ton_send.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  replay: "same-key",
  timeoutMs: TRANSFER_TIMEOUT_MS,
  requires: TON_WALLET,
  utterances: [
    "send 25 USDT on TON to the courier's address",
    "give Priya 1000 NOT tokens out of your wallet",
    "move 300 DOGS to UQAm…, note: contest prize",
    "pay the designer's invoice in tether, 150, to the address below",
    "can you drop 50 of our community tokens to this guy",
    "Manda 80 USDT all'indirizzo del fornitore, causale «fattura 12»",
    "transfere 500 tokens NOT para a carteira do Rui",
    "Перекажи 60 USDT на адресу Олени",
    "Wyślij 200 tokenów HMSTR na ten adres",
    "このアドレスにUSDTを30送金してほしい",
    "حوّل 45 USDT إلى محفظة المورّد",
  ],
  params: z.object({
    jettonAddress: jettonAddress("The jetton to send"),
    to: recipient(),
    amount: tokenAmount("The amount to send"),
    comment: comment(),
  }),

  spends: ({ jettonAddress: asset, amount, to }) => ({ asset, amount, to }),

  confirm: ({ jettonAddress: jetton, to, amount, comment: text }, { language }) =>
    texts(language).questions.ton.sendJetton({
      amount,
      jetton,
      to,
      comment: quotedIf(text || undefined),
    }),
});
