import { type CommandLine, type KnownVerb, verbsOf } from "./cli.ts";
import { fieldOf, fieldsOf, isOptional, isRest, type Option, optionsIn } from "./read-words.ts";

/** Formats how a verb is called: `reeve notes add <text>…`. */
export function usageOf(command: string, { verb, words = [], usage }: KnownVerb): string {
  const named = words.map((word) => {
    const argument = `<${fieldOf(word)}>${isRest(word) ? "…" : ""}`;
    return isOptional(word) ? `[${argument}]` : argument;
  });
  return ["reeve", command, verb, usage ?? named.join(" ")].filter((part) => part !== "").join(" ");
}

/** Formats the help of a noun: what it is about, and a line per verb. */
export function nounHelp(line: CommandLine, about: string): string {
  const rows = [
    ...verbsOf(line).map((verb) => [
      usageOf(line.command, verb),
      verb.summary ?? verb.operation.summary,
    ]),
    ...Object.entries(line.own ?? {}).map(([verb, { usage, summary }]) => [
      `reeve ${line.command} ${verb} ${usage}`.trimEnd(),
      summary,
    ]),
  ];
  const [first] = verbsOf(line);
  const usual = first ? `Default: ${first.verb}. ` : "";
  return `reeve ${line.command} [<verb>] [options]\n\n${about}\n\n${table(rows)}\n\n${usual}For the options of a verb, run: reeve ${line.command} <verb> --help\n`;
}

/** Formats the help of one verb: arguments, options with their values and defaults, an example. */
export function verbHelp(line: CommandLine, verb: KnownVerb): string {
  const { summary, description, input, undo } = verb.operation;
  const options = optionsIn(line, verb);
  const described = new Map(fieldsOf(input).map((field) => [field.path.join("."), field]));
  const words = (verb.words ?? []).flatMap((word) => {
    const about = described.get(fieldOf(word));
    return about?.description ? [[`<${fieldOf(word)}>`, aboutValue(about)]] : [];
  });
  const usage = usageOf(line.command, verb);
  return [
    `${usage} [options]`,
    [verb.summary ?? summary, verb.summary === undefined && description]
      .filter(Boolean)
      .join("\n\n"),
    ...(words.length > 0 ? [`Arguments:\n${table(words)}`] : []),
    `Options:\n${table(options.map((option) => [nameOf(option), aboutValue(option)]))}`,
    ...(undo === "history" ? ["To undo: reeve undo"] : []),
    ...(verb.example === undefined
      ? []
      : [`Example:\n  reeve ${[line.command, verb.verb, verb.example].join(" ")}`]),
  ].join("\n\n");
}

function nameOf({ option, type, isList, value, values, short }: Option): string {
  if (type === "boolean") return short ? `-${short}, --${option}` : `--${option}`;
  const said = value ?? (values ? values.join("|") : type === "string" ? "text" : type);
  return `--${option} <${said}>${isList ? "…" : ""}`;
}

function aboutValue(field: Omit<Option, "option">): string {
  const usual = field.default === undefined ? "" : `Default: ${JSON.stringify(field.default)}.`;
  return [field.description, field.isList ? "Repeatable." : "", usual].filter(Boolean).join(" ");
}

/** Aligns rows of two columns, indented. */
function table(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([name = ""]) => name.length));
  return rows
    .map(([name = "", about = ""]) => `  ${name.padEnd(width)}  ${about}`.trimEnd())
    .join("\n");
}
