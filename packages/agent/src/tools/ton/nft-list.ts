import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { limit, TON_NETWORK, tonAddress } from "../chain-params.ts";

/** Lists the NFTs of a wallet. */
export const nftList = declareTool({
  name: "nft_list",
  summary:
    "List the NFTs (collectibles, .ton domains, anonymous numbers) that your own wallet or another TON " +
    "address holds, all or from one collection. For Telegram gifts of the account, use telegram_get_my_gifts.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: TON_NETWORK,
  utterances: [
    "any NFTs in your wallet?",
    "show everything UQBe… owns from the TON Punks collection",
    "what collectibles does Katya's address have",
    "do we own any anonymous numbers?",
    "list the digital art we've bought on TON",
    "Welche NFTs besitzt diese Adresse?",
    "Cüzdanındaki NFT'leri sırala",
    "Покажи, какие нфт лежат на этом адресе",
    "Elenca gli NFT della collezione di gatti che abbiamo",
    "このウォレットが持っているNFTを一覧にして",
  ],
  params: z.object({
    address: tonAddress("The owner of the NFTs (omit it for your own wallet)").optional(),
    collection: tonAddress("The collection whose NFTs to list (omit it for all NFTs)").optional(),
    limit: limit("NFTs", { max: 100, initial: 50 }),
  }),
});
