import { changes as operations } from "@reeve/operations/memory/changes";
import { type ChatCommand, textReply } from "../../core/commands.ts";
import { texts } from "../../platform/texts.ts";
import { describeChange } from "./describe-change.ts";

const NEWEST = 20;

/** `/history`: lists a person's changes, with the ids that `/undo` takes. */
export function historyCommand(): ChatCommand {
  return {
    name: "history",
    usage: "/history",
    access: "anyone",
    scope: operations.list.scope,
    where: "direct",
    async answer(tx, { person: { tenant, id: person }, language }) {
      const changes = await tx.memoryChanges.list({ tenant, person }, NEWEST);
      const { none, wasUndone } = texts(language).changes;
      if (changes.length === 0) return textReply(none);
      const rows = changes.map((change) => {
        const told = describeChange(change, language);
        const line = change.undoneAt === null ? told : wasUndone({ change: told });
        return `- ${line}\n  ${change.id}`;
      });
      return textReply(rows.join("\n"));
    },
  };
}
