import { Fault } from "@reeve/sdk";
import { type ChatCommand, inText } from "../../core/commands.ts";
import { fillIn } from "../../kernel/languages.ts";
import { confirmEntry, listUnconfirmed } from "../../memory/knowledge/confirm-entry.ts";
import type { Folder } from "../../platform/folder.ts";
import { keptTextsIn } from "./kept-texts.ts";

/** `/memory`: what others stand behind, and waits until the owner does. */
export function memoryCommand(folder: Folder): ChatCommand {
  return {
    name: "memory",
    usage: "/memory [id]",
    summary: "what waits until you confirm it, or confirm it",
    access: "owner",
    where: "direct",
    async prepare({ argument: id, language }) {
      const texts = keptTextsIn(language);
      if (id !== "") {
        if (!(await confirmEntry(folder, id)))
          throw new Fault("missing", fillIn(texts.noEntry, { id }), { hint: texts.listEntries });
        return async () => inText(fillIn(texts.confirmed, { id }));
      }
      const waiting = await listUnconfirmed(folder);
      const rows = waiting.map(({ id: entry, text }) => `- ${text}\n  ${entry}`);
      return async () => inText(rows.join("\n") || texts.nothingToConfirm);
    },
  };
}
