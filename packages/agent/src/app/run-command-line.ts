import { Fault } from "@reeve/sdk";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { askThrough } from "../operations/ask.ts";
import { type CommandLine, type KnownVerb, type SaidWords, verbsOf } from "../operations/cli.ts";
import { type Option, optionsOf, readInput } from "../operations/read-words.ts";
import { sanitise } from "../surfaces/cli/sanitise.ts";
import { askAgent } from "./ask-agent.ts";
import type { CommandModule, CommandParts } from "./command.ts";

/** A noun's operations as a command. */
export function commandOf(line: CommandLine): CommandModule {
  return {
    run: (args, parts) => runCommandLine(line, args, parts),
    help: () => helpOf(line),
  };
}

async function runCommandLine(
  line: CommandLine,
  args: readonly string[],
  parts: CommandParts,
): Promise<number> {
  const verbs = verbsOf(line);
  const { verb, words } = findVerb(
    line,
    verbs,
    parse(args, verbs.flatMap(optionsIn(line))).positionals,
  );
  const { values } = parse(args, optionsIn(line)(verb));
  const { json, chat, ...options } = values;
  const input = inputOf(line, verb, { verb: verb.verb, words, options });
  return askAgent(parts, async (ask, { isRunning }) => {
    const place = typeof chat === "string" ? { chat } : {};
    const output: unknown = await askThrough(ask)(verb.operation, input, place);
    const text = json ? toJson(output) : shown(line, verb, output, isRunning);
    parts.stdout.write(parts.stdout.isTTY ? sanitise(text) : text);
    return line.fails?.[verb.key]?.(output) ? 1 : 0;
  });
}

function parse(args: readonly string[], options: readonly Option[]) {
  const config: ParseArgsOptionsConfig = Object.fromEntries(
    [...options, JSON_OPTION].map(({ option, type, isList }) => [
      option,
      { type: type === "boolean" ? "boolean" : "string", multiple: isList },
    ]),
  );
  return parseArgs({ args: [...args], allowPositionals: true, options: config });
}

const JSON_OPTION: Option = { option: "json", path: [], type: "boolean", isList: false };

function optionsIn({ options = {}, read }: CommandLine) {
  const own = Object.entries(options).map(([option, type]) => ({
    option,
    path: [option],
    type: type === "boolean" ? ("boolean" as const) : ("string" as const),
    isList: type === "strings",
  }));
  return (verb: KnownVerb): readonly Option[] => [
    ...(read?.[verb.key] ? own : optionsOf(verb, verb.operation.input)),
    ...(verb.operation.conversation
      ? [{ option: "chat", path: [], type: "string" as const, isList: false }]
      : []),
  ];
}

/** The verb that the first words name; the first of all, where there are none. */
function findVerb({ command }: CommandLine, verbs: readonly KnownVerb[], said: readonly string[]) {
  const named = verbs
    .map((verb) => ({ verb, names: verb.verb.split(" ") }))
    .filter(({ names }) => names.every((name, at) => said[at] === name))
    .toSorted((one, other) => other.names.length - one.names.length)[0];
  const verb = named?.verb ?? (said.length === 0 ? verbs[0] : undefined);
  if (!verb)
    throw new Fault("invalid", `Unknown: reeve ${command} ${said[0]}`, {
      hint: `There is ${verbs.map((one) => usageOf(command, one)).join(", ")}.`,
    });
  const words = said.slice(named?.names.length ?? 0);
  if (words.length < (verb.words?.length ?? 0))
    throw new Fault("invalid", `Something is missing: reeve ${command} ${verb.verb}`, {
      hint: `Write it like: ${usageOf(command, verb)}`,
    });
  return { verb, words };
}

function inputOf(line: CommandLine, verb: KnownVerb, said: SaidWords): unknown {
  return line.read?.[verb.key]?.(said) ?? readInput(verb, verb.operation.input, said);
}

function toJson(output: unknown): string {
  const isPage = typeof output === "object" && output !== null && "items" in output;
  return `${JSON.stringify(isPage ? output.items : (output ?? {}))}\n`;
}

function shown(line: CommandLine, { key, verb }: KnownVerb, output: unknown, isRunning: boolean) {
  const text = line.show[key]?.(output, { verb, isRunning }) ?? "";
  return text.endsWith("\n") ? text : `${text}\n`;
}

function usageOf(command: string, { verb, words = [], usage }: KnownVerb): string {
  const named = words.map((word) => (word.endsWith("…") ? `<${word.slice(0, -1)}>…` : `<${word}>`));
  return ["reeve", command, verb, usage ?? named.join(" ")].filter((part) => part !== "").join(" ");
}

function helpOf(line: CommandLine): string {
  const rows = verbsOf(line).map((verb) => {
    const options = optionsIn(line)(verb).map(({ option, type, isList }) =>
      type === "boolean" ? `[--${option}]` : `[--${option} <${type}>]${isList ? "…" : ""}`,
    );
    const usage = usageOf(line.command, verb);
    return [
      `  ${usage}`,
      `    ${verb.operation.summary}`,
      ...(options.length ? [`    ${options.join(" ")}`] : []),
    ].join("\n");
  });
  return `${rows.join("\n\n")}\n\n  --json  the answer as JSON\n`;
}
