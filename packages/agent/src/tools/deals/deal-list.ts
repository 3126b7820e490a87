import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { limit } from "../chain-params.ts";
import { DEAL_STATUSES, DEALS, userId } from "./params.ts";

/** Lists deals, the newest first. */
export const dealList = declareTool({
  name: "deal_list",
  summary:
    "List deals (trades, offers) with their ids and statuses, newest first: the requester's own deals, or " +
    "everyone's deals for the owner and admins. For one deal in detail, use deal_status.",
  effect: "read",
  scope: "always",
  access: "member",
  requires: DEALS,
  utterances: [
    "which trades are open at the moment",
    "every deal we completed with user 5512034",
    "show my pending gift swaps",
    "what offers have I made lately?",
    "give me the exchanges that failed",
    "Pokaż wszystkie moje transakcje wymiany",
    "進行中の取引を全部見せて",
    "列出所有待处理的交易",
    "¿qué tratos tengo abiertos?",
    "Welche Tauschgeschäfte laufen noch?",
  ],
  params: z.object({
    status: z.enum(DEAL_STATUSES).optional().describe("Only deals with this status."),
    userId: userId(
      "Only deals with this person (only the owner and admins can choose someone else)",
    ).optional(),
    limit: limit("deals", { max: 100, initial: 20 }),
  }),
});
