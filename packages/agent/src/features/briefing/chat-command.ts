import { type ChatCommand, textReply } from "../../core/commands.ts";
import type { Language } from "../../kernel/languages.ts";
import type { PersonKey } from "../../store/people.ts";
import type { Briefing } from "./briefing.ts";

/** `/briefing`: the morning briefing, at once. */
export function briefingCommand(
  briefingOf: (person: PersonKey, language: Language) => Briefing,
): ChatCommand {
  return {
    name: "briefing",
    usage: "/briefing [day]",
    access: "anyone",
    where: "direct",
    async prepare({ person: { tenant, id: person }, argument, language }) {
      const date = argument === "" ? undefined : argument;
      const { text } = await briefingOf({ tenant, person }, language).get({ date });
      return async () => textReply(text);
    },
  };
}
