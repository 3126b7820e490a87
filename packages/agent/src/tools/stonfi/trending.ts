import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { limit } from "../chain-params.ts";
import { STONFI } from "./params.ts";

/** Lists the tokens that are traded most. */
export const stonfiTrending = declareTool({
  name: "stonfi_trending",
  summary:
    "List trending, popular tokens (jettons) on STON.fi with their prices. " +
    "To find a token by name, use stonfi_search; for its performance, use jetton_history.",
  effect: "read",
  scope: "always",
  access: "anyone",
  requires: STONFI,
  utterances: [
    "what's hot on ston.fi today",
    "which jettons is everyone buying over at ston",
    "popular tokens, top 20, STON",
    "anything gaining attention on that ton exchange?",
    "give me ideas of liquid coins at ston.fi",
    "Welche Token sind auf STON.fi gerade angesagt?",
    "Quais são os tokens mais populares na STON.fi?",
    "ston.fi 上最近什么币最火",
    "STON.fi'de şu an en popüler jettonlar hangileri?",
    "¿Qué tokens están de moda en STON?",
  ],
  params: z.object({ limit: limit("tokens", { max: 50, initial: 10 }) }),
});
