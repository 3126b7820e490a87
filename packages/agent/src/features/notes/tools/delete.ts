import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { truncateToLine } from "../../../kernel/text/truncate.ts";
import { texts } from "../../../platform/texts.ts";
import { MAX_NAME, showId } from "../../../tools/show-id.ts";
import type { Notes } from "../notes.ts";

/** More notes than a person has. */
const MAX_NOTES = 100_000;

const THERE = "there";
const ABSENT = "-";

/** Deletes a note for good, after a person agreed. After a crash, a note that was there and is gone was deleted. */
export const noteDelete = defineTool({
  name: "note_delete",
  summary:
    "Permanently delete a note; the person is asked first. " +
    "Find its id with note_list or note_search, and never guess one.",
  effect: "destroy",
  scope: "always",
  access: "member",
  resultOrigin: "services",
  replay: "probe",
  needs: ["notes"],
  utterances: [
    "delete the note about the wifi",
    "throw away my note on paint colours",
    "I don't need that note any longer, remove it",
    "get rid of the garden memo",
    "bin note 3f2",
    "Lösch die Notiz zum Klempner",
    "supprime la note sur le portail",
    "borra la nota de la compra",
    "удали заметку про рамку",
    "删掉那条关于房东的笔记",
  ],
  params: z.object({
    id: z.string().min(1).max(100).describe("The note's id, from note_list or note_search."),
  }),

  confirm: ({ id }, view) => texts(view.language).questions.notes.delete({ id: showId(id, view) }),
  done: ({ id }, view) => texts(view.language).results.notes.delete({ id: showId(id, view) }),

  async names({ id }, { notes }) {
    const note = (await notes.list({ limit: MAX_NOTES })).find((one) => one.id === id);
    return note ? { [id]: truncateToLine(note.title ?? note.text, MAX_NAME) } : {};
  },

  expect: async ({ id }, { notes }) => ({ before: await markOf(id, notes), after: ABSENT }),

  async probe({ id }, { notes, expected }) {
    if (!expected) return { state: "unknown" };
    const isDone = expected.before === THERE && (await markOf(id, notes)) === ABSENT;
    return isDone ? { state: "done", value: { deleted: id } } : { state: "not-done" };
  },

  async run({ id }, { notes }) {
    await notes.remove(id);
    return { deleted: id };
  },
});

async function markOf(id: string, notes: Notes): Promise<string> {
  const all = await notes.list({ limit: MAX_NOTES });
  return all.some((note) => note.id === id) ? THERE : ABSENT;
}
