import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { MEETINGS } from "./params.ts";

/** Sums up a stored meeting. */
export const meetingSummary = declareTool({
  name: "meeting_summary",
  summary:
    "Summarize a stored meeting: what it was about, decisions, and action items with the people who do them. " +
    "Find its id with meeting_search; to add a meeting, use meeting_save.",
  effect: "read",
  scope: "always",
  access: "owner",
  timeoutMs: 120_000,
  requires: MEETINGS,
  utterances: [
    "what came out of the kickoff?",
    "who has to do what after yesterday's call?",
    "Sum up the board session in five lines",
    "I missed the weekly, what was decided",
    "action points from the Northwind meeting",
    "Was wurde in der Vorstandssitzung beschlossen?",
    "Какие договорённости остались после встречи с подрядчиком?",
    "总结一下昨天例会的结论和分工",
    "Resume la llamada con el cliente: acuerdos y tareas",
    "Co ustalono na wczorajszym spotkaniu i kto za co odpowiada?",
    "fais-moi le compte rendu de la réunion de mardi",
  ],
  params: z.object({
    id: z.string().trim().min(1).max(100).describe("The meeting's id, from meeting_search."),
  }),
});
