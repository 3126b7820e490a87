import { truncateToLine } from "../../kernel/truncate.ts";
import { type ChatCommand, textReply } from "../../core/commands.ts";
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
      if (notes.length === 0) return textReply(texts(language).notes.none);
      return textReply(
        notes.map(({ title, text }) => `- ${truncateToLine(title ?? text)}`).join("\n"),
      );
    },
  };
}
