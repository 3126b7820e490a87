import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { dealId, DEALS } from "./params.ts";

/** Tells how one deal stands. */
export const dealStatus = declareTool({
  name: "deal_status",
  summary:
    "Show one deal (trade) by its id: both sides, status, what is still to be paid, when it expires. " +
    "Find ids with deal_list. To check a payment and complete the deal, use deal_verify_payment.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: DEALS,
  utterances: [
    "where does deal d-77 stand",
    "has the other side said yes to trade 6e0 yet?",
    "details of the swap with @gleb, id 91c0",
    "did d-52a expire",
    "is my exchange d-35 finished or still waiting for payment?",
    "A che punto è lo scambio d-310?",
    "O negócio 8b4 já foi aceite?",
    "Что там со сделкой d-52?",
    "d-19 numaralı takas ne durumda?",
    "Où en est ma transaction d-44 avec @chloe ?",
  ],
  params: z.object({ dealId: dealId() }),
});
