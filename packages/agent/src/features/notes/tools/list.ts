import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** Lists notes, the newest first. */
export const noteList = defineTool({
  name: "note_list",
  summary: "List the person's notes, newest first. To find notes about something, use note_search.",
  effect: "read",
  scope: "always",
  access: "member",
  resultOrigin: "services",
  needs: ["notes"],
  utterances: [
    "show my notes",
    "what have I noted lately?",
    "all notes with the tag garden, please",
    "list the newest memos",
    "which notes do I have?",
    "Zeig mir alle meine Notizen",
    "affiche mes notes",
    "enséñame mis notas",
    "покажи мои заметки",
    "列出我的所有笔记",
    "mostre minhas notas",
    "pokaż moje notatki",
  ],
  params: z.object({
    limit: z.number().int().min(1).max(100).default(20).describe("Maximum number of notes."),
    tag: z.string().trim().min(1).max(50).optional().describe("Only notes with this tag."),
  }),

  run: async (options, { notes }) => ({ notes: await notes.list(options) }),
});
