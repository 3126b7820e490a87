import { type ChatCommandView, sessions } from "@reeve/operations/sessions";
import type { FrameClient } from "./frame-client.ts";
import { sanitise } from "./sanitise.ts";

/** Commands that the terminal answers itself. */
const LOCAL_COMMANDS = [
  { name: "approvals", usage: "/approvals", summary: "pending approvals" },
  { name: "exit", usage: "/exit", summary: "leave (Ctrl-D)" },
  { name: "help", usage: "/help", summary: "this list" },
] as const;

/**
 * What the terminal says to a line such as "/help" itself; undefined where the line is a
 * command of the agent, to be sent as a message.
 */
export async function runLocalCommand(
  line: string,
  client: FrameClient,
): Promise<string | undefined> {
  const [name = ""] = line.slice(1).split(/\s/);
  const known = (await client.ask(sessions.commands, { limit: 200 })).items;
  if (name === "help") return helpText(known);
  if (known.some((command) => command.name === name)) return undefined;
  return `Unknown command /${sanitise(name)}. Type /help for a list.`;
}

function helpText(known: readonly ChatCommandView[]): string {
  const own = new Set<string>(LOCAL_COMMANDS.map(({ name }) => name));
  const all = [...known.filter(({ name }) => !own.has(name)), ...LOCAL_COMMANDS];
  const width = Math.max(...all.map(({ usage }) => usage.length));
  const rows = all
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ usage, summary }) => sanitise(`${usage.padEnd(width)}  ${summary}`));
  return [...rows, "Anything else is sent as a message, even while a turn is running."].join("\n");
}
