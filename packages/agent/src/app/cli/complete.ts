import type { CommandLine } from "../../operations/cli.ts";
import { verbsOf } from "../../operations/cli.ts";
import { optionsIn } from "../../operations/read-words.ts";
import { commands, findCommand } from "./commands.ts";
import { namedVerb } from "./run-command-line.ts";

/**
 * Returns what may stand in the place of the last word of a command line, which may be empty:
 * commands, verbs, options and their values. `words` begin behind `reeve`.
 */
export async function complete(words: readonly string[]): Promise<readonly string[]> {
  const [name, ...rest] = words;
  const last = words.at(-1) ?? "";
  if (name === undefined || rest.length === 0)
    return startingWith(
      last,
      commands.map((command) => command.name),
    );
  const line = await findCommand(name)?.line?.();
  return line ? startingWith(last, candidates(line, rest)) : [];
}

function candidates(line: CommandLine, words: readonly string[]): readonly string[] {
  const before = words.slice(0, -1);
  const typed = before.filter((word) => !word.startsWith("-"));
  const { verb } = namedVerb(line, typed);
  const options = verb ? optionsIn(line, verb) : [];
  const valued = options.find(({ option }) => `--${option}` === before.at(-1));
  if (valued && valued.type !== "boolean") return valued.values ?? [];
  if (words.at(-1)?.startsWith("-")) return options.map(({ option }) => `--${option}`);
  const verbs = [...verbsOf(line).map((one) => one.verb), ...Object.keys(line.own ?? {})];
  return verbs.flatMap((one) => {
    const names = one.split(" ");
    const isNext = typed.every((word, at) => names[at] === word);
    return isNext ? (names[typed.length] ?? []) : [];
  });
}

function startingWith(start: string, all: readonly string[]): readonly string[] {
  return [...new Set(all)].filter((one) => one.startsWith(start)).toSorted();
}
