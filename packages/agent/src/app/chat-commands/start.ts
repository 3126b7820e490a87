import { commandAnswersIn } from "../../core/command-answers.ts";
import { type ChatCommand, inText } from "../../core/commands.ts";

/** `/start`: says hello, what the agent is for, and what the person is to it. */
export function startCommand(ownerName: string): ChatCommand {
  return {
    name: "start",
    usage: "/start",
    summary: "who I am and what I can do for you",
    access: "anyone",
    async answer(_tx, { person: { name, role }, language }) {
      const { hello, about, roles, helpHint } = commandAnswersIn(language);
      const greeting = role === "owner" ? hello.owner : hello.others;
      // A function, since names may hold what a replacement would read as a pattern.
      const named = greeting.replace(/\{(name|owner)\}/g, (_found, key) =>
        key === "name" ? name : ownerName,
      );
      return inText([named, about, `${roles[role]} ${helpHint}`].join("\n"));
    },
  };
}
