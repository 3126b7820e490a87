import { archive as operations } from "@reeve/operations/memory/archive";
import { Fault } from "@reeve/sdk";
import { type ChatCommand, textReply, usageFault } from "../../core/commands.ts";
import { isAtLeast } from "../../kernel/principal.ts";
import { texts } from "../../platform/texts.ts";

/** `/archive`: shows or sets whether a chat is kept beyond its session; in groups, only admins set it. */
export function archiveCommand(onChange: () => void): ChatCommand {
  const facts = {
    name: "archive",
    usage: "/archive [on|off]",
    access: "anyone",
    scope: operations.set.scope,
  } as const;
  return {
    ...facts,
    async answer(tx, { chat, person, argument, language, afterCommit }) {
      const { archive: states, groupArchive } = texts(language).privacy;
      if (argument === "") return textReply(states[await tx.forgetting.archiveOf(chat.id)]);
      const archive = (["on", "off"] as const).find((one) => one === argument);
      if (!archive) throw usageFault(facts, language);
      if (chat.kind !== "direct" && !isAtLeast(person.role, "admin"))
        throw new Fault("denied", groupArchive);
      await tx.forgetting.setArchive(chat.id, archive);
      afterCommit(onChange);
      return textReply(states[archive]);
    },
  };
}
