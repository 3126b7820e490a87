import { defineTool, Fault } from "@reeve/sdk";
import { z } from "zod";

/** Changes the fields that are given. Doing it twice leaves the same note. */
export const noteUpdate = defineTool({
  name: "note_update",
  summary:
    "Change a note: its text, title or tags; what you leave out stays. " +
    "Find its id with note_list or note_search first.",
  effect: "write",
  scope: "always",
  access: "member",
  replay: "same-key",
  needs: ["notes"],
  params: z.object({
    id: z.string().min(1).max(100).describe("The note's id."),
    text: z.string().trim().min(1).max(10_000).optional().describe("The whole new text."),
    title: z.string().trim().min(1).max(200).optional().describe("The new title."),
    tags: z
      .array(z.string().trim().min(1).max(50))
      .max(20)
      .optional()
      .describe("All tags the note will have."),
  }),

  async run({ id, ...patch }, { notes }) {
    if (Object.values(patch).every((value) => value === undefined)) {
      throw new Fault("invalid", `Nothing to change in note ${id}.`, {
        hint: "Give a text, a title or tags.",
      });
    }
    return notes.update(id, patch);
  },
});
