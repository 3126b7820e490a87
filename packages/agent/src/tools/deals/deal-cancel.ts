import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted, quotedIf } from "../quoted.ts";
import { dealId, DEALS } from "./params.ts";

/** Calls off a deal that is not paid yet. Doing it twice leaves the same. */
export const dealCancel = declareTool({
  name: "deal_cancel",
  summary:
    "Cancel a deal that was proposed or accepted and is not paid yet, and notify the other side. Only the person who " +
    "proposed it or an admin can do this. If the person it was offered to says no, use deal_respond.",
  effect: "write",
  scope: "dm-only",
  access: "member",
  replay: "same-key",
  requires: DEALS,
  utterances: [
    "call off the trade with @gleb, he's too slow",
    "withdraw my offer d-88",
    "scrap deal 3ca, I found a better one",
    "never mind the gift exchange we proposed",
    "stop it before he pays, reason: wrong gift",
    "Скасуй угоду d-64, я передумав",
    "ألغِ الصفقة التي عرضناها على أحمد",
    "Annule l'échange proposé à @chloe",
    "Отзови наше предложение по сделке d-41",
    "Annulla la proposta di scambio d-15, ci ho ripensato",
  ],
  params: z.object({
    dealId: dealId(),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe("Reason, in a sentence that the other side will read."),
  }),

  confirm: ({ dealId: id, reason }, { language }) =>
    texts(language).questions.deals.cancel({
      deal: quoted(id),
      reason: quotedIf(reason || undefined),
    }),
});
