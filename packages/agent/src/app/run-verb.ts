import { Fault } from "@reeve/sdk";
import { sanitise } from "../surfaces/cli/sanitise.ts";
import { type AskByName, askAgent } from "./ask-agent.ts";
import type { CommandParts } from "./command.ts";

/** What a command answers: for programs, and for people. */
export interface Said {
  readonly value: unknown;
  /** With a line end behind it. */
  readonly text: string;
}

/** One thing that a command with several does. */
export interface Verb {
  /** What stands behind it, such as `<id> <words>…`; each `<…>` at its beginning is needed. */
  readonly usage: string;
  readonly run: (ask: AskByName, words: readonly string[]) => Promise<Said>;
}

export interface VerbTable {
  /** The command, such as `notes`. */
  readonly command: string;
  /** By their names; the first of them is meant where none is written. */
  readonly verbs: Readonly<Record<string, Verb>>;
  /** Whether programs read the answer. */
  readonly json: boolean | undefined;
}

/** Does what the first word names, and prints the answer. Throws `invalid`, with all that there is, for another word. */
export async function runVerb(
  positionals: readonly string[],
  parts: CommandParts,
  { command, verbs, json }: VerbTable,
): Promise<number> {
  const [name = Object.keys(verbs)[0] ?? "", ...words] = positionals;
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!verb)
    throw new Fault("invalid", `Unknown: reeve ${command} ${name}`, {
      hint: `There is ${Object.entries(verbs).map(shapeIn(command)).join(", ")}.`,
    });
  if (words.length < neededBy(verb))
    throw new Fault("invalid", `Something is missing: reeve ${command} ${name}`, {
      hint: `Write it like: ${shapeIn(command)([name, verb])}`,
    });
  return askAgent(parts, async (ask) => {
    const { value, text } = await verb.run(ask, words);
    const shown = parts.stdout.isTTY ? sanitise(text) : text;
    parts.stdout.write(json ? `${JSON.stringify(value)}\n` : shown);
    return 0;
  });
}

/** Lines that people read, or a sentence where there are none. */
export function linesOf<Item>(
  items: readonly Item[],
  line: (item: Item) => string,
  none: string,
): string {
  if (items.length === 0) return `${none}\n`;
  return items.map((item) => `${line(item)}\n`).join("");
}

function neededBy({ usage }: Verb): number {
  return usage.split(" ").findLastIndex((word) => word.startsWith("<")) + 1;
}

function shapeIn(command: string) {
  return ([name, { usage }]: readonly [string, Verb]) =>
    ["reeve", command, name, usage].filter((part) => part !== "").join(" ");
}
