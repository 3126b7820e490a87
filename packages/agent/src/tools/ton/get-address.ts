import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { TON_WALLET } from "../chain-params.ts";

/** Tells the address of the agent's own wallet. */
export const tonGetAddress = declareTool({
  name: "ton_get_address",
  summary:
    "Get your own TON wallet address, where people can send you TON, jettons and NFTs. " +
    "For someone else's address behind a .ton name, use dns_resolve.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: TON_WALLET,
  utterances: [
    "where can I send you coins?",
    "I want to top you up, what's your wallet",
    "give me the address for deposits",
    "my boss needs the bot's TON account so he can fund it",
    "paste your receiving address in here",
    "Donne-moi ton adresse pour que je te recharge en TON",
    "把你的收款地址发给我",
    "A quale indirizzo ti posso mandare dei TON?",
    "Скинь адресу свого гаманця для поповнення",
    "入金したいのでウォレットのアドレスを教えて",
  ],
  params: z.object({}),
});
