import { Fault } from "@reeve/sdk";
import { type ChatCommand, inText, wrongUsage } from "../../core/commands.ts";
import { isAtLeast } from "../../kernel/principal.ts";
import { keptTextsIn } from "./kept-texts.ts";

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
    async answer(tx, { place, person, argument, language, afterCommit }) {
      const texts = keptTextsIn(language);
      if (argument === "") return inText(texts.archive[await tx.forgetting.archiveOf(place.id)]);
      const archive = (["on", "off"] as const).find((one) => one === argument);
      if (!archive) throw wrongUsage(facts, language);
      if (place.kind !== "direct" && !isAtLeast(person.role, "admin"))
        throw new Fault("denied", texts.groupArchive);
      await tx.forgetting.setArchive(place.id, archive);
      afterCommit(onChange);
      return inText(texts.archive[archive]);
    },
  };
}
