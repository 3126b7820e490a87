import { memory } from "@reeve/operations/memory/memory";
import { Fault } from "@reeve/sdk";
import { type ChatCommand, textReply } from "../../core/commands.ts";
import {
  type ConfirmDeps,
  confirmMemory,
  listUnconfirmedMemory,
} from "../../memory/unconfirmed.ts";
import { texts } from "../../platform/texts.ts";

/** `/memory`: lists what others contributed to memory, or confirms one item of it. */
export function memoryCommand(deps: ConfirmDeps): ChatCommand {
  return {
    name: "memory",
    usage: "/memory [id]",
    access: "owner",
    scope: memory.confirm.scope,
    where: "direct",
    async prepare({ person: { tenant, id: person }, argument: id, language }) {
      const { confirmed, nothingToConfirm, noEntry, listEntries } = texts(language).memory;
      const owner = { tenant, person };
      if (id !== "") {
        if (!(await confirmMemory(id, owner, deps)))
          throw new Fault("missing", noEntry({ id }), { hint: listEntries });
        return async () => textReply(confirmed({ id }));
      }
      const waiting = await listUnconfirmedMemory(owner, deps);
      const rows = waiting.map(({ id: item, text }) => `- ${text}\n  ${item}`);
      return async () => textReply(rows.join("\n") || nothingToConfirm);
    },
  };
}
