import { memory } from "@reeve/operations/memory/memory";
import { Fault } from "@reeve/sdk";
import { type ChatCommand, textReply } from "../../core/commands.ts";
import { confirmEntry, listUnconfirmed } from "../../memory/knowledge.ts";
import type { Folder } from "../../platform/folder.ts";
import { texts } from "../../platform/texts.ts";

/** `/memory`: lists the unconfirmed entries of memory files, or confirms one. */
export function memoryCommand(folder: Folder): ChatCommand {
  return {
    name: "memory",
    usage: "/memory [id]",
    access: "owner",
    scope: memory.confirm.scope,
    where: "direct",
    async prepare({ argument: id, language }) {
      const { confirmed, nothingToConfirm, noEntry, listEntries } = texts(language).memory;
      if (id !== "") {
        if (!(await confirmEntry(folder, id)))
          throw new Fault("missing", noEntry({ id }), { hint: listEntries });
        return async () => textReply(confirmed({ id }));
      }
      const waiting = await listUnconfirmed(folder);
      const rows = waiting.map(({ id: entry, text }) => `- ${text}\n  ${entry}`);
      return async () => textReply(rows.join("\n") || nothingToConfirm);
    },
  };
}
