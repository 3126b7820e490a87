import { defineTool, Fault } from "@reeve/sdk";
import { z } from "zod";

/** Changes the fields that are given. Doing it twice leaves the same note. */
export const noteUpdate = defineTool({
  name: "note_update",
  summary:
    "Change a note: its text, title or tags. Omitted fields keep their values. " +
    "Find its id with note_list or note_search first.",
  effect: "write",
  scope: "always",
  access: "member",
  resultOrigin: "services",
  replay: "same-key",
  needs: ["notes"],
  utterances: [
    "add the new price to my note about the plumber",
    "correct the wifi note, the code ends in eight",
    "retitle that note to Holidays",
    "tag the driftwood memo with ideas",
    "rewrite my packing note",
    "Ändere die Notiz: der Code ist jetzt 5512",
    "complète ma note avec ce numéro",
    "actualiza la nota con el precio nuevo",
    "исправь заметку: теперь 45 на 60",
    "把那条笔记改成新的号码",
  ],
  params: z.object({
    id: z.string().min(1).max(100).describe("The note's id, from note_list or note_search."),
    text: z.string().trim().min(1).max(10_000).optional().describe("Complete new text."),
    title: z.string().trim().min(1).max(200).optional().describe("New title."),
    tags: z
      .array(z.string().trim().min(1).max(50))
      .max(20)
      .optional()
      .describe("All tags that the note will have."),
  }),

  async run({ id, ...patch }, { notes }) {
    if (Object.values(patch).every((value) => value === undefined)) {
      throw new Fault("invalid", `Nothing to change in note ${id}.`, {
        hint: "Pass new text, a new title or new tags.",
      });
    }
    return notes.update(id, patch);
  },
});
