import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { jettonAddress, limit, TON_NETWORK } from "../chain-params.ts";

/** Lists who holds most of a jetton. */
export const jettonHolders = declareTool({
  name: "jetton_holders",
  summary:
    "List the largest holders (whales) of a jetton with their balances and shares of the supply. " +
    "For the number of holders, use jetton_info; to see who trades it, use dedust_token_info.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: TON_NETWORK,
  utterances: [
    "who are the whales of NOT",
    "top 20 wallets by how much they have of this jetton",
    "how concentrated is DOGS, who owns the most?",
    "biggest owners of EQCr…",
    "does one address control most of this token's supply?",
    "Quem são os maiores detentores do token NOT?",
    "من أكبر حاملي هذه العملة؟",
    "dime qué carteras concentran más DOGS",
    "Хто тримає найбільше цього жетона?",
    "这个代币的前十大持有人是谁",
  ],
  params: z.object({
    jettonAddress: jettonAddress(),
    limit: limit("holders", { max: 100, initial: 10 }),
  }),
});
