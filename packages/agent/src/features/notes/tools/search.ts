import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** Finds notes by their words, the best first. */
export const noteSearch = defineTool({
  name: "note_search",
  summary:
    "Find the person's notes about something. Use it before you say that there is no such note.",
  effect: "read",
  scope: "always",
  access: "member",
  resultOrigin: "services",
  needs: ["notes"],
  utterances: [
    "find my note about the boiler",
    "do I have a memo with the plumber's rates?",
    "look up in my notes what paint we used",
    "which of my notes mentions Katya's size?",
    "search the notes for passport",
    "Such die Notiz mit dem Türcode",
    "cherche dans mes notes le code du portail",
    "busca en mis notas el nombre del vino",
    "найди заметку про размеры шкафа",
    "在我的笔记里找护照号码",
  ],
  params: z.object({
    query: z.string().trim().min(1).max(500).describe("Words that the note may contain."),
    limit: z.number().int().min(1).max(50).default(10).describe("Maximum number of notes."),
  }),

  run: async ({ query, limit }, { notes }) => ({ notes: await notes.search(query, { limit }) }),
});
