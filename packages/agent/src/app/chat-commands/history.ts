import { type ChatCommand, inText } from "../../core/commands.ts";
import { describeChange } from "../learnt-section.ts";

const NEWEST = 20;

/** `/history`: what was changed for a person, with the ids that `/undo` takes. */
export function historyCommand(): ChatCommand {
  return {
    name: "history",
    usage: "/history",
    summary: "what was changed for you, newest first",
    access: "anyone",
    where: "direct",
    async answer(tx, { person: { tenant, id: person } }) {
      const changes = await tx.memoryChanges.list({ tenant, person }, NEWEST);
      if (changes.length === 0) return inText("Nothing was changed yet.");
      const rows = changes.map(
        (change) =>
          `- ${describeChange(change)}${change.undoneAt === null ? "" : " (undone)"}\n  ${change.id}`,
      );
      return inText(rows.join("\n"));
    },
  };
}
