import { Fault } from "@reeve/sdk";
import { type ChatCommand, inText } from "../../core/commands.ts";
import { confirmEntry, listUnconfirmed } from "../../memory/knowledge/confirm-entry.ts";
import type { Folder } from "../../platform/folder.ts";

/** `/memory`: what others stand behind, and waits until the owner does. */
export function memoryCommand(folder: Folder): ChatCommand {
  return {
    name: "memory",
    usage: "/memory [id]",
    summary: "what waits until you confirm it, or confirm it",
    access: "owner",
    where: "direct",
    async prepare({ argument: id }) {
      if (id !== "") {
        if (!(await confirmEntry(folder, id)))
          throw new Fault("missing", `There is no unconfirmed entry ${id}.`, {
            hint: "List them with: /memory",
          });
        return async () => inText(`Confirmed: ${id}`);
      }
      const waiting = await listUnconfirmed(folder);
      const rows = waiting.map(({ id: entry, text }) => `- ${text}\n  ${entry}`);
      return async () => inText(rows.join("\n") || "Nothing waits to be confirmed.");
    },
  };
}
