import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import {
  comment,
  recipient,
  TON_WALLET,
  tonAddress,
  TRANSFER_TIMEOUT_MS,
} from "../chain-params.ts";
import { quotedIf } from "../quoted.ts";

/** Gives an NFT of the agent's own wallet away, once a call. */
export const nftTransfer = declareTool({
  name: "nft_transfer",
  summary:
    "Transfer an NFT (collectible, .ton domain, anonymous number) from your own wallet to another owner. " +
    "Find the NFT's address with nft_list. For Telegram gifts that are not on the blockchain, use " +
    "telegram_transfer_collectible.",
  effect: "pay",
  scope: "dm-only",
  access: "owner",
  replay: "same-key",
  timeoutMs: TRANSFER_TIMEOUT_MS,
  requires: TON_WALLET,
  utterances: [
    "give our anonymous number NFT to Katya, here's her wallet",
    "hand over the TON Diamond to UQCf…",
    "EQBa… has a new owner now, move the NFT to him",
    "move that collectible from your wallet to my cold one",
    "I sold punk #312, send it to the buyer's address",
    "Cüzdanındaki şu NFT'yi Selim'in adresine gönder",
    "انقل هذا الـNFT إلى محفظة أخي",
    "Передай эту нфт на адрес покупателя",
    "envía el NFT de la colección de gatos a mi otra cartera",
    "Schick das Sammlerstück an Jonas' Wallet-Adresse",
  ],
  params: z.object({
    nft: tonAddress("The NFT item (not its collection)"),
    to: recipient(),
    comment: comment(),
  }),

  confirm: ({ nft, to, comment: text }, { language }) =>
    texts(language).questions.ton.sendNft({ nft, to, comment: quotedIf(text || undefined) }),
});
