import { declareTool } from "@reeve/sdk";
import { z } from "zod";
import { MEETINGS } from "./params.ts";

/** Finds passages of stored meetings, the best first. */
export const meetingSearch = declareTool({
  name: "meeting_search",
  summary:
    "Search the stored meetings: who said what, when a subject was discussed, and in which call. " +
    "For planned meetings, use calendar_list; for the outcome of a meeting, use meeting_summary.",
  effect: "read",
  scope: "always",
  access: "owner",
  requires: MEETINGS,
  utterances: [
    "in which call did we talk about the discount?",
    "what did Joel say about hiring back then?",
    "Find the conversation where we agreed on the logo",
    "have we ever discussed moving offices with the board",
    "look through the old minutes for 'data retention'",
    "In quale riunione abbiamo deciso il prezzo?",
    "في أي اجتماع ناقشنا موضوع التوظيف؟",
    "Wann haben wir zuletzt über den Serverumzug gesprochen?",
    "Найди, на каком созвоне обсуждали сроки поставки",
    "¿En qué reunión salió el tema de las licencias?",
    "查一下哪次会议里提到过融资",
  ],
  params: z.object({
    query: z.string().trim().min(1).max(500).describe("What to search for, in any language."),
    limit: z.number().int().min(1).max(50).default(10).describe("Maximum number of passages."),
  }),
});
