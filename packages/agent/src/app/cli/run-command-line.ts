import { Fault } from "@reeve/sdk";
import type { Ask } from "@reeve/operations/ask";
import { pageOf } from "@reeve/operations/pages";
import { z } from "zod";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { isRecord } from "../../kernel/text/json.ts";
import {
  type CommandLine,
  type KnownVerb,
  type OwnVerb,
  type ShowContext,
  type TypedWords,
  verbsOf,
} from "../../operations/cli.ts";
import {
  fieldsOf,
  isOptional,
  isRest,
  type Option,
  optionsIn,
  readInput,
} from "../../operations/read-words.ts";
import { nounHelp, usageOf, verbHelp } from "../../operations/verb-help.ts";
import { sanitize } from "../../channels/cli/sanitize.ts";
import { withAgent } from "./ask-agent.ts";
import type { CommandModule, CommandContext } from "./command.ts";

/** A verb that does more than ask one operation. */
export interface LoadedVerb extends OwnVerb {
  readonly load: () => Promise<CommandModule>;
}

/** Verbs with files of their own, by name. */
export type LoadedVerbs = Readonly<Record<string, LoadedVerb>>;

/** Makes a CLI command of a noun's operations; `about` is its summary in help. */
export function commandOf(
  derived: CommandLine,
  about: string,
  own: LoadedVerbs = {},
): Required<CommandModule> {
  const line = { ...derived, own };
  return {
    async run(typed, context) {
      const args = withoutAlias(line, typed);
      const [name = "", ...rest] = args;
      const verb = Object.hasOwn(own, name) ? own[name] : undefined;
      return verb ? (await verb.load()).run(rest, context) : runCommandLine(line, args, context);
    },
    help(typed) {
      const args = withoutAlias(line, typed);
      const [name = ""] = args;
      const verb = Object.hasOwn(own, name) ? own[name] : undefined;
      if (verb) return `reeve ${line.command} ${name} ${verb.usage}\n\n${verb.summary}`;
      const { verb: named } = namedVerb(line, wordsIn(line, args));
      return named ? verbHelp(line, named) : nounHelp(line, about);
    },
  };
}

/** Makes a CLI command that is short for one verb of another: `reeve undo` for `reeve memory undo`. */
export function shortCommandOf(line: CommandLine, verb: string): Required<CommandModule> {
  const { run, help } = commandOf(line, "");
  return { run: (args, context) => run([verb, ...args], context), help: () => help([verb]) };
}

/** Operation and input that a command line asks for. */
export interface ReadCommandLine {
  readonly verb: KnownVerb;
  readonly input: unknown;
  readonly chat: string | undefined;
  readonly isJson: boolean;
}

/** Reads the arguments of a noun's command. Throws `invalid`, with the right usage as the hint. */
export function readCommandLine(line: CommandLine, typedArgs: readonly string[]): ReadCommandLine {
  const args = withoutAlias(line, withCurrentNames(line, typedArgs));
  const { verb, words } = findVerb(line, wordsIn(line, args));
  const { values } = parse(args, optionsIn(line, verb));
  const { json, chat, ...others } = values;
  const isOwn = line.options?.[verb.key]?.["chat"] !== undefined;
  const options = isOwn ? { ...others, chat } : others;
  const typed: TypedWords = { verb: verb.verb, words, options };
  return {
    verb,
    input: line.read?.[verb.key]?.(typed) ?? readInput(verb, verb.operation.input, typed),
    chat: typeof chat === "string" && !isOwn ? chat : undefined,
    isJson: json === true,
  };
}

async function runCommandLine(
  line: CommandLine,
  args: readonly string[],
  context: CommandContext,
): Promise<number> {
  const typed = readCommandLine(line, args);
  const { verb, input, chat, isJson } = typed;
  return withAgent(context, async (ask, { isRunning }) => {
    const answer = await askTyped(ask, typed);
    const show = line.show[verb.key];
    const key = typeof show === "object" ? show.instead : verb.key;
    const other = key === verb.key ? undefined : line.operations[key];
    const output: unknown = other ? await ask(other, {}, { chat }) : answer;
    const text = isJson
      ? toJson(output)
      : textOf(line, key, { output, verb: verb.verb, isRunning });
    context.stdout.write(context.stdout.isTTY ? sanitize(text) : text);
    const next = isPage(output) && limitIn(input) === undefined ? output["next"] : null;
    const more = optionsIn(line, verb).find(({ path, option }) => (path[0] ?? option) === "cursor");
    if (typeof next === "string" && more)
      context.stderr.write(
        `More results are available. For the next page, add: --${more.option} ${next}\n`,
      );
    return line.fails?.[verb.key]?.(answer) ? 1 : 0;
  });
}

/** Replaces verbs and options that have another name today. */
function withCurrentNames({ former = {} }: CommandLine, args: readonly string[]) {
  return args.map((word, at) => {
    const [name = "", ...value] = word.split("=");
    const current = at === 0 || name.startsWith("--") ? former[name] : undefined;
    return current === undefined ? word : [current, ...value].join("=");
  });
}

/** Puts the verb in the place of the words that stand for it. */
function withoutAlias({ aliases = {} }: CommandLine, args: readonly string[]): readonly string[] {
  for (const [alias, verb] of Object.entries(aliases)) {
    const words = alias.split(" ");
    if (words.every((word) => args.includes(word)))
      return [verb, ...args.filter((word) => !words.includes(word))];
  }
  return args;
}

function wordsIn(line: CommandLine, args: readonly string[]): readonly string[] {
  const options = verbsOf(line).flatMap((verb) => optionsIn(line, verb));
  return parse(args, [...options, HELP]).positionals;
}

const HELP: Option = {
  option: "help",
  path: [],
  type: "boolean",
  isList: false,
  description: "Show help for the command.",
};

function parse(args: readonly string[], options: readonly Option[]) {
  const config: ParseArgsOptionsConfig = Object.fromEntries(
    options.map(({ option, type, isList, short }) => [
      option,
      {
        type: type === "boolean" ? "boolean" : "string",
        multiple: isList,
        ...(short !== undefined && { short }),
      },
    ]),
  );
  return parseArgs({ args: [...args], allowPositionals: true, options: config });
}

/** Finds the verb that the first words name. */
export function namedVerb(line: CommandLine, typed: readonly string[]) {
  const [named] = verbsOf(line)
    .map((verb) => ({ verb, names: verb.verb.split(" ") }))
    .filter(({ names }) => names.every((name, at) => typed[at] === name))
    .toSorted((one, other) => other.names.length - one.names.length);
  return { verb: named?.verb, words: typed.slice(named?.names.length ?? 0) };
}

/** Finds the verb that the first words name; the first of all where there are none. */
function findVerb(line: CommandLine, typed: readonly string[]) {
  const { command } = line;
  const { verb: named, words } = namedVerb(line, typed);
  const bare = words.length === 0 ? line.bare?.[named?.verb ?? ""] : undefined;
  const verb =
    bare === undefined
      ? (named ?? (typed.length === 0 ? verbsOf(line)[0] : undefined))
      : verbsOf(line).find((one) => one.verb === bare);
  if (!verb)
    throw new Fault("invalid", `Unknown command: reeve ${command} ${typed[0]}`, {
      hint: `Commands: ${[
        ...verbsOf(line).map((one) => usageOf(command, one)),
        ...Object.keys(line.own ?? {}).map((name) => `reeve ${command} ${name}`),
      ].join(", ")}.`,
    });
  const { words: names = [] } = verb;
  const hint = `Usage: ${usageOf(command, verb)}`;
  if (words.length < names.filter((name) => !isOptional(name)).length)
    throw new Fault("invalid", `Missing argument: reeve ${command} ${verb.verb}`, { hint });
  const takesAny = line.read?.[verb.key] !== undefined || names.some(isRest);
  if (!takesAny && words.length > names.length)
    throw new Fault("invalid", `Unexpected argument: ${words[names.length]}`, { hint });
  return { verb, words };
}

/** Asks once; where more than a page is wanted of a list, page by page. */
async function askTyped(ask: Ask, { verb, input, chat }: ReadCommandLine): Promise<unknown> {
  const { operation } = verb;
  const { limit: _limit, ...fields } = { limit: undefined, ...Object(input) };
  const most = limitIn(input) ?? (verb.all && !("cursor" in fields) ? MAX_ITEMS : undefined);
  const isPaged = fieldsOf(operation.input).some(({ path }) => path[0] === "cursor");
  if (!isPaged || most === undefined || most <= MAX_PAGE) return ask(operation, input, { chat });
  const items: unknown[] = [];
  let next: string | null = null;
  do {
    const cursor: object = next === null ? {} : { cursor: next };
    const limit = Math.min(most - items.length, MAX_PAGE);
    const output: unknown = await ask(operation, { ...fields, ...cursor, limit }, { chat });
    const page = anyPage.parse(output);
    items.push(...page.items);
    next = page.next;
  } while (next !== null && items.length < most);
  return { items, next };
}

/** The most items that one command prints, unless it is given a limit. */
const MAX_ITEMS = 10_000;

/** The most items on a page. */
const MAX_PAGE = 200;

const anyPage = pageOf(z.unknown());

function toJson(output: unknown): string {
  return `${JSON.stringify(isPage(output) ? output["items"] : (output ?? {}))}\n`;
}

function isPage(output: unknown): output is Record<string, unknown> {
  return isRecord(output) && "items" in output;
}

function limitIn(input: unknown): number | undefined {
  const limit = isRecord(input) ? input["limit"] : undefined;
  return typeof limit === "number" ? limit : undefined;
}

function textOf(
  line: CommandLine,
  key: string,
  { output, ...context }: ShowContext & { readonly output: unknown },
): string {
  const show = line.show[key];
  const text = typeof show === "function" ? show(output, context) : "";
  return text.endsWith("\n") || line.raw?.includes(key) ? text : `${text}\n`;
}
