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
      return inText(notes.map(({ title, text }) => `- ${inOneLine(title ?? text)}`).join("\n"));
    },
  };
}

/** A note may be long; a list is not. */
const MAX_CHARS = 200;

function inOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS)}…` : line;
}
