import { type ChatCommand, inText } from "../../core/commands.ts";
import type { Role } from "../../kernel/principal.ts";

/** `/start`: says hello, what the agent is for, and what the person is to it. */
export function startCommand(ownerName: string): ChatCommand {
  return {
    name: "start",
    usage: "/start",
    summary: "who I am and what I can do for you",
    access: "anyone",
    async answer(_tx, { person: { name, role } }) {
      return inText(
        [
          `Hello ${name}, I am Reeve, ${role === "owner" ? "your" : `${ownerName}'s`} agent.`,
          "Write to me as to a person: I answer, remember, keep notes, tasks and reminders, look things up, and ask before I do what matters.",
          `${MEANINGS[role]} /help lists the commands.`,
        ].join("\n"),
      );
    },
  };
}

const MEANINGS: Readonly<Record<Role, string>> = {
  owner: "You are my owner: you decide what I may do.",
  admin: "You are an admin: you may allow what others ask for.",
  member: "You are a member: you have notes, tasks and reminders of your own.",
  guest: "You are a guest: I talk to you, and do little else.",
  stranger: "I do not know you.",
};
