import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { comment, recipient, TON_WALLET, tonAmount, TRANSFER_TIMEOUT_MS } from "../chain-params.ts";
import { quotedIf } from "../quoted.ts";

/** Sends TON from the agent's own wallet, once a call. */
export const tonSend = declareTool({
  name: "ton_send",
  summary:
    "Send or transfer TON (Toncoin, Gram) from your own wallet to an address, with an optional comment. " +
    "Use only an address that the person provided. For other tokens such as USDT, use jetton_send; " +
    "for NFTs, use nft_transfer.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  replay: "same-key",
  timeoutMs: TRANSFER_TIMEOUT_MS,
  requires: TON_WALLET,
  utterances: [
    "wire 12 ton over to the address Marco just gave me",
    "pay the landlord 40 ton, his wallet is in my last message, memo 'rent march'",
    "transfer half a toncoin to this wallet please",
    "I owe Dana 3.2 TON, settle it for me",
    "shoot 0.7 gram over to UQDk…7fz",
    "Überweise bitte 7 TON an die Adresse, die ich dir eben geschickt habe",
    "mándale 1,5 ton a la cartera de Lucía con el comentario «cena»",
    "Vire 20 TON vers l'adresse de l'atelier",
    "Переведи 4 тона на кошелёк Игоря, в комментарии напиши «за кофе»",
    "从你的钱包给这个地址转 10 个 TON",
    "annene söz verdiğim 6 TON'u şu cüzdana yolla",
  ],
  params: z.object({
    to: recipient(),
    amount: tonAmount("The amount to send"),
    comment: comment(),
  }),

  spends: ({ to, amount }) => ({ asset: "TON", amount, to }),

  confirm: ({ to, amount, comment: text }, { language }) =>
    texts(language).questions.ton.send({ amount, to, comment: quotedIf(text || undefined) }),
  done: ({ to, amount }, { language }) => texts(language).results.ton.send({ amount, to }),
});
