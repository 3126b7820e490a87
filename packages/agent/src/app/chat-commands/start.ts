import { commandAnswersIn } from "../../core/command-answers.ts";
import { UNNAMED_OWNER } from "../../core/config.ts";
import { fillIn } from "../../kernel/languages.ts";
import { type ChatCommand, inText } from "../../core/commands.ts";

/** `/start`: says hello, what the agent is for, and what the person is to it. */
export function startCommand(ownerName: string): ChatCommand {
  return {
    name: "start",
    usage: "/start",
    summary: "who I am and what I can do for you",
    access: "anyone",
    async answer(_tx, { person: { name, role }, language }) {
      const { hello, helloUnnamed, about, roles, helpHint } = commandAnswersIn(language);
      const isOwner = role === "owner";
      const isUnnamed = (isOwner ? name : ownerName) === UNNAMED_OWNER;
      const greeting = (isUnnamed ? helloUnnamed : hello)[isOwner ? "owner" : "others"];
      const named = fillIn(greeting, { name, owner: ownerName });
      return inText([named, about, `${roles[role]} ${helpHint}`].join("\n"));
    },
  };
}
