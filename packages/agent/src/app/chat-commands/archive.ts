import { Fault } from "@reeve/sdk";
import { type ChatCommand, inText, wrongUsage } from "../../core/commands.ts";
import { isAtLeast } from "../../kernel/principal.ts";

/** `/archive`: whether a chat is kept beyond its session. In a group its admins say so. */
export function archiveCommand(onChange: () => void): ChatCommand {
  const facts = {
    name: "archive",
    usage: "/archive [on|off]",
    summary: "whether this chat is kept and searched beyond its session",
    access: "anyone",
  } as const;
  return {
    ...facts,
    async answer(tx, { place, person, argument, afterCommit }) {
      if (argument === "") return inText(`archive: ${await tx.forgetting.archiveOf(place.id)}`);
      const archive = (["on", "off"] as const).find((one) => one === argument);
      if (!archive) throw wrongUsage(facts);
      if (place.kind !== "direct" && !isAtLeast(person.role, "admin"))
        throw new Fault("denied", "In a group only the owner and admins say what is kept.");
      await tx.forgetting.setArchive(place.id, archive);
      afterCommit(onChange);
      return inText(`archive: ${archive}`);
    },
  };
}
