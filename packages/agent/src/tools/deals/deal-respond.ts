import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { texts } from "../../platform/texts.ts";
import { quoted } from "../quoted.ts";
import { dealId, DEALS } from "./params.ts";

/** Accepts or declines a deal for the person who was offered it. Doing it twice leaves the same. */
export const dealRespond = declareTool({
  name: "deal_respond",
  summary:
    "Accept or decline a proposed deal on behalf of the person it was offered to, when they say yes or no " +
    "to it. To call off a deal that was proposed from your side, use deal_cancel.",
  effect: "write",
  scope: "always",
  access: "anyone",
  replay: "same-key",
  requires: DEALS,
  utterances: [
    "I'm in, take the deal d-118",
    "yes to the trade from yesterday, id 7f31",
    "tell them no, I'm not swapping my gift for that",
    "decline offer d-204",
    "ok I agree to the exchange you proposed",
    "أنا موافق على الصفقة",
    "这个交易我不同意,拒绝吧",
    "Den Handel nehme ich an",
    "rechazo el trato que me propusiste",
    "Приймаю угоду d-119",
  ],
  params: z.object({
    dealId: dealId(),
    answer: z.enum(["accept", "decline"]).describe("The person's answer."),
  }),

  confirm: ({ dealId: id, answer }, { language }) =>
    texts(language).questions.deals[answer]({ deal: quoted(id) }),
});
