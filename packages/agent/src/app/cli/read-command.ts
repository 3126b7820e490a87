import { Fault } from "@reeve/sdk";
import { suggestName } from "../../kernel/text/suggest-name.ts";
import type { Command, CommandModule } from "./command.ts";
import { commands, findCommand } from "./commands.ts";
import { helpOf, overview, versionText } from "./help.ts";

/** A parsed command line. */
export interface CommandLine {
  readonly load: () => Promise<CommandModule>;
  readonly args: readonly string[];
  /** Settings given as `--set key=value`, by key. */
  readonly flags: Readonly<Record<string, string>>;
  readonly staysUp: boolean;
}

/**
 * Finds the command that a command line asks for: `start` when it names none.
 * `--set key=value` is taken out of the arguments, up to `--`. An unknown
 * command or a pair without `=` is `invalid`.
 */
export function readCommand(argv: readonly string[]): CommandLine {
  const { rest, flags } = takeFlags(argv);
  const [first = "", ...others] = rest;
  const answer = answerTo(first, others);
  if (answer) return { load: say(answer), args: [], flags, staysUp: false };

  const isNamed = first !== "" && !first.startsWith("-");
  const command = commandNamed(isNamed ? first : "start");
  const args = isNamed ? others : rest;
  const asksForHelp = args.slice(0, endOfOptions(args)).some(isHelp);
  if (asksForHelp)
    return { load: say(() => fullHelpOf(command, args)), args: [], flags, staysUp: false };
  const { load, staysUp = false } = command;
  return { load, args, flags, staysUp };
}

function answerTo(
  word: string,
  [subject, ...verb]: readonly string[],
): (() => Promise<string>) | undefined {
  if (word === "--version" || word === "-v") return versionText;
  if (word !== "help" && !isHelp(word)) return undefined;
  return async () => (subject ? fullHelpOf(commandNamed(subject), verb) : overview());
}

function takeFlags(argv: readonly string[]): Pick<CommandLine, "flags"> & {
  readonly rest: readonly string[];
} {
  const end = endOfOptions(argv);
  const rest: string[] = [];
  const flags: Record<string, string> = {};
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? "";
    const isSet = index < end && (word === "--set" || word.startsWith("--set="));
    if (!isSet) {
      rest.push(word);
      continue;
    }
    const pair = word === "--set" ? (argv[++index] ?? "") : word.slice("--set=".length);
    const at = pair.indexOf("=");
    if (at < 1)
      throw new Fault("invalid", `Invalid option: --set ${pair}`.trimEnd(), {
        hint: "Example: --set agent.maxSteps=7",
      });
    flags[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return { rest, flags };
}

function endOfOptions(words: readonly string[]): number {
  const at = words.indexOf("--");
  return at === -1 ? words.length : at;
}

function commandNamed(name: string): Command {
  const command = findCommand(name);
  if (command) return command;
  const names = commands.map((candidate) => candidate.name);
  const known = suggestName(name, names);
  throw new Fault("invalid", `Unknown command: ${name}`, {
    hint: known ? `Did you mean "reeve ${known}"?` : "List the commands: reeve --help",
  });
}

/** Loads a command's file only where its verbs derive from operations. */
async function fullHelpOf(command: Command, args: readonly string[]): Promise<string> {
  if (command.usage !== "") return helpOf(command);
  const { help } = await command.load();
  return helpOf(command, help?.(args.filter((word) => !isHelp(word))));
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

function say(text: () => Promise<string>): () => Promise<CommandModule> {
  return async () => ({
    async run(_args, { stdout }) {
      stdout.write(await text());
      return 0;
    },
  });
}
