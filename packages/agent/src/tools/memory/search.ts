import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { formatHits } from "./format-hits.ts";

/** Finds what was remembered, by keyword and meaning. */
export const memorySearch = defineTool({
  name: "memory_search",
  summary:
    "Search what you know beyond this conversation: the owner's files and knowledge, what you wrote down, " +
    "facts, notes and summaries of past conversations. Each hit shows where it was found, its date, " +
    "and who it came from.",
  effect: "read",
  scope: "dm-only",
  access: "member",
  resultOrigin: "services",
  needs: ["memorySearch", "clock"],
  utterances: [
    "what do you know about Lena's allergies?",
    "did I ever mention where I parked?",
    "look through everything you know for the landlord's name",
    "do you recall what we decided on the kitchen?",
    "when is my mother's birthday again?",
    "Weißt du noch, wie der Zahnarzt hieß?",
    "tu te souviens du nom de l'hôtel ?",
    "¿te acuerdas de cuándo cambié las ruedas?",
    "помнишь, как зовут моего врача?",
    "你还记得我妹妹的生日吗？",
    "lembra qual era o nome do mecânico?",
  ],
  params: z.object({
    query: z.string().trim().min(1).max(500).describe("What to search for, in any language."),
  }),

  async run({ query }, { memorySearch: search, clock, signal }) {
    return formatHits(await search.find(query, { limit: LIMIT, signal }), clock.timeZone);
  },
});

const LIMIT = 10;
