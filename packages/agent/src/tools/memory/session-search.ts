import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { formatHits } from "./format-hits.ts";

/** Finds earlier messages in the chat in which it is called, by keyword and meaning. */
export const sessionSearch = defineTool({
  name: "session_search",
  summary:
    "Search earlier messages in this chat, including those that you no longer see: what was said, by whom and when.",
  effect: "read",
  scope: "dm-only",
  access: "member",
  resultOrigin: "services",
  needs: ["memorySearch", "clock"],
  utterances: [
    "what did I say earlier in this chat about the budget?",
    "scroll back: who suggested Thursday?",
    "find where we talked about the boiler in this conversation",
    "quote me what you answered this morning",
    "when did we discuss the contract here?",
    "Was habe ich hier vorhin über den Preis geschrieben?",
    "qu'est-ce qu'on a dit plus haut sur le devis ?",
    "¿qué dije antes en esta conversación sobre el viaje?",
    "что я писал раньше в этом чате про отпуск?",
    "我们之前在这个聊天里说过什么预算？",
  ],
  params: z.object({
    query: z.string().trim().min(1).max(500).describe("What to search for, in any language."),
    limit: z.number().int().min(1).max(50).default(10).describe("Maximum number of messages."),
  }),

  async run({ query, limit }, { memorySearch, clock, signal }) {
    return formatHits(await memorySearch.findInChat(query, { limit, signal }), clock.timeZone);
  },
});
