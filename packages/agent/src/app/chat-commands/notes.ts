import { oneLine } from "../../kernel/cut-text.ts";
import { commandAnswersIn } from "../../core/command-answers.ts";
import { type ChatCommand, inText } from "../../core/commands.ts";

const NEWEST = 5;

/** `/notes`: the newest ones. */
export function notesCommand(): ChatCommand {
  return {
    name: "notes",
    usage: "/notes",
    summary: `your ${NEWEST} newest notes`,
    access: "anyone",
    where: "direct",
    async answer(tx, { person: { tenant, id }, language }) {
      const notes = await tx.notes.list({ tenant, person: id }, NEWEST);
      if (notes.length === 0) return inText(commandAnswersIn(language).noNotes);
      return inText(notes.map(({ title, text }) => `- ${oneLine(title ?? text)}`).join("\n"));
    },
  };
}
