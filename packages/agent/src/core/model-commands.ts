import type { CommandFacts } from "./commands.ts";

/** A command that the model answers. */
interface ModelCommand extends CommandFacts {
  /** Told to the model beside what was typed. */
  readonly brief: string;
}

/** Commands that are messages to the model, with a brief. */
export const MODEL_COMMANDS: readonly ModelCommand[] = [
  {
    name: "boot",
    usage: "/boot",
    access: "anyone",
    scope: "chat",
    brief:
      "First meeting: say in a few sentences who you are and what you can do, then ask, one question at a time, what to call this person and you, their language, time zone and what they want help with. Save the answers to memory.",
  },
  {
    name: "task",
    usage: "/task <task>",
    access: "anyone",
    scope: "chat",
    brief:
      "A task: carry it out to the end with your tools, ask only what cannot be found out, then say what you did and what is left.",
  },
];

/** Returns the brief for a message that is such a command; undefined for all others. */
export function briefOf(text: string): string | undefined {
  const [, name] = /^[/!.]([a-z]+)(?:@\w+)?(?:\s|$)/i.exec(text.trim()) ?? [];
  return MODEL_COMMANDS.find((one) => one.name === name?.toLowerCase())?.brief;
}
