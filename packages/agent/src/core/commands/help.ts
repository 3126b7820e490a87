import type { Role } from "../../kernel/principal.ts";
import type { Address } from "../../kernel/envelope.ts";
import { texts } from "../../platform/texts.ts";
import { summaryIn } from "../command-summaries.ts";
import { answersIn, type ChatCommand, type CommandFacts, textReply, mayUse } from "../commands.ts";

/** `/help`: the commands that somebody may use where they ask, itself among them. */
export function helpCommand(others: readonly CommandFacts[]): ChatCommand {
  const facts: CommandFacts = {
    name: "help",
    usage: "/help",
    access: "anyone",
    scope: "chat",
  };
  return {
    ...facts,
    async answer(_tx, { person, chat, language }) {
      const usable = usableCommands([...others, facts], { role: person.role, kind: chat.kind });
      const rows = usable.map((one) => `${one.usage} – ${summaryIn(language, one)}`);
      return textReply([...rows, texts(language).commands.everythingElse].join("\n"));
    },
  };
}

/** The commands that somebody with this role may use in chats of this kind, in the order of their names. */
export function usableCommands(
  commands: readonly CommandFacts[],
  { role, kind }: { readonly role: Role; readonly kind: Address["kind"] },
): readonly CommandFacts[] {
  return commands
    .filter((command) => mayUse(command, role) && answersIn(command, kind))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
