import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { jettonAddress, limit } from "../chain-params.ts";
import { STONFI } from "./params.ts";

/** Lists liquidity pools of STON.fi. */
export const stonfiPools = declareTool({
  name: "stonfi_pools",
  summary:
    "List liquidity pools (trading pairs) on STON.fi with value locked and yield: all pools, or those of one " +
    "jetton. For one pool in detail, use stonfi_pool_info; for DeDust, use dedust_pools.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: STONFI,
  utterances: [
    "where could I provide liquidity for NOT on ston",
    "biggest STON.fi pools by locked value",
    "list the pairs that trade DOGS at ston.fi",
    "which ston pools pay the best APY",
    "show liquidity for USDT over at STON",
    "Jakie pule płynności z USDT są na STON.fi?",
    "ما هي مجمعات السيولة المتاحة على STON.fi؟",
    "Какие пулы ликвидности на стоне есть для NOT?",
    "Покажи найбільші пули на ston.fi",
    "Elenca i pool di STON.fi per questo jetton",
  ],
  params: z.object({
    jettonAddress: jettonAddress("Only pools that contain this jetton").optional(),
    limit: limit("pools", { max: 50, initial: 10 }),
  }),
});
