import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { tonAddress } from "../chain-params.ts";
import { STONFI } from "./params.ts";

/** Describes one pool of STON.fi. */
export const stonfiPoolInfo = declareTool({
  name: "stonfi_pool_info",
  summary:
    "Show one STON.fi liquidity pool in detail: both tokens, reserves, fees, yield (APY). " +
    "Find its address with stonfi_pools.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: STONFI,
  utterances: [
    "reserves and fees of the STON pool EQCa…",
    "how deep is the liquidity of that TON/USDT pool on ston.fi",
    "details on this pool address please: EQDk…",
    "what APY does the STON.fi pool EQAs… give its providers",
    "I want to put money into EQBm… at ston, how is that pool set up?",
    "Donne les réserves et les frais de ce pool STON.fi",
    "STON.fiのこのプールの手数料と準備金は?",
    "Wie viel liegt in dem STON.fi-Pool EQBt…?",
    "Detalhes do pool TON/NOT da STON, endereço EQDc…",
    "看看 ston.fi 这个池子的储备和手续费",
  ],
  params: z.object({ pool: tonAddress("The pool") }),
});
