import { oneLine } from "../../kernel/cut-text.ts";
import { type ChatCommand, inText } from "../../core/commands.ts";
import { texts } from "../../platform/texts.ts";

const NEWEST = 5;

/** `/notes`: the newest ones. */
export function notesCommand(): ChatCommand {
  return {
    name: "notes",
    usage: "/notes",
    access: "anyone",
    where: "direct",
    async answer(tx, { person: { tenant, id }, language }) {
      const notes = await tx.notes.list({ tenant, person: id }, NEWEST);
      if (notes.length === 0) return inText(texts(language).notes.none);
      return inText(notes.map(({ title, text }) => `- ${oneLine(title ?? text)}`).join("\n"));
    },
  };
}
