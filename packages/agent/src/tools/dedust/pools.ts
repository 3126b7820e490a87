import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { jettonAddress, limit } from "../chain-params.ts";
import { DEDUST, poolType } from "./params.ts";

/** Lists liquidity pools of DeDust. */
export const dedustPools = declareTool({
  name: "dedust_pools",
  summary:
    "List liquidity pools (trading pairs) on DeDust with reserves and fees: all pools, or those of one jetton or " +
    "kind. For STON.fi, use stonfi_pools.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: DEDUST,
  utterances: [
    "what stable pools does dedust have",
    "DeDust pairs for NOT, please",
    "where on dedust is DOGS traded",
    "top dedust liquidity pools by reserves",
    "show the volatile pools of this jetton at DeDust",
    "DeDustのステーブルプールを一覧で",
    "¿Qué pools de DeDust incluyen USDT?",
    "Lista as pools de liquidez da DeDust para este token",
    "Які пули для NOT є на дедасті?",
    "DeDust'taki en büyük havuzlar hangileri?",
  ],
  params: z.object({
    jettonAddress: jettonAddress("Only pools that contain this jetton").optional(),
    poolType: poolType()
      .optional()
      .describe("Only pools of this kind: volatile, or stable for pairs of equal value."),
    limit: limit("pools", { max: 100, initial: 20 }),
  }),
});
