import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** Deletes a note for good, after a person agreed. */
export const noteDelete = defineTool({
  name: "note_delete",
  summary:
    "Delete a note for good; the person is asked first. " +
    "Find its id with note_list or note_search, and never guess one.",
  effect: "destroy",
  scope: "always",
  access: "member",
  replay: "same-key",
  needs: ["notes"],
  params: z.object({ id: z.string().min(1).max(100).describe("The note's id.") }),

  confirm: ({ id }) => `Delete the note ${JSON.stringify(id)} for good?`,

  async run({ id }, { notes }) {
    await notes.remove(id);
    return { deleted: id };
  },
});
