import { type ChatCommand, inText } from "../../core/commands.ts";
import { fillIn } from "../../kernel/languages.ts";
import { describeChange } from "../describe-change.ts";
import { keptTextsIn } from "./kept-texts.ts";

const NEWEST = 20;

/** `/history`: what was changed for a person, with the ids that `/undo` takes. */
export function historyCommand(): ChatCommand {
  return {
    name: "history",
    usage: "/history",
    summary: "what was changed for you, newest first",
    access: "anyone",
    where: "direct",
    async answer(tx, { person: { tenant, id: person }, language }) {
      const changes = await tx.memoryChanges.list({ tenant, person }, NEWEST);
      const { nothingChanged, wasUndone } = keptTextsIn(language);
      if (changes.length === 0) return inText(nothingChanged);
      const rows = changes.map((change) => {
        const told = describeChange(change, language);
        const line = change.undoneAt === null ? told : fillIn(wasUndone, { change: told });
        return `- ${line}\n  ${change.id}`;
      });
      return inText(rows.join("\n"));
    },
  };
}
