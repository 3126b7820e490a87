import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { TON_WALLET } from "../chain-params.ts";

/** Lists the jettons of the agent's own wallet. */
export const jettonBalances = declareTool({
  name: "jetton_balances",
  summary:
    "List all jettons (tokens such as USDT or NOT) that your own wallet holds, with balances and " +
    "addresses. For TON itself, use ton_get_balance; for NFTs, use nft_list.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: TON_WALLET,
  utterances: [
    "which tokens do you hold besides toncoin?",
    "how many NOT and DOGS are in your wallet",
    "list every jetton we own",
    "do you still have any tether?",
    "what's in your bag apart from TON",
    "Welche Token liegen in deiner Wallet?",
    "Quanti USDT hai da parte?",
    "Cüzdanında TON dışında hangi tokenlar var?",
    "你钱包里有哪些代币,各有多少",
    "Какие жетоны лежат у тебя на балансе?",
  ],
  params: z.object({}),
});
