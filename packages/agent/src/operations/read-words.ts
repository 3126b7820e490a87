import { Fault } from "@reeve/sdk";
import type { Verb } from "@reeve/operations/operation";
import { z } from "zod";
import { isRecord } from "../kernel/text/json.ts";
import type { CommandLine, KnownVerb, TypedWords } from "./cli.ts";

/** An option of a verb. */
export interface Option {
  readonly option: string;
  /** Field that it sets; empty for options that are no fields. */
  readonly path: readonly string[];
  readonly type: "string" | "number" | "boolean" | "json";
  /** Sets the field to false. */
  readonly isNegated?: boolean;
  readonly isList: boolean;
  readonly description: string;
  /** Placeholder of its value in help. */
  readonly value?: string | undefined;
  /** Allowed values, if they are enumerated. */
  readonly values?: readonly string[] | undefined;
  readonly default?: unknown;
  /** One-letter form. */
  readonly short?: string | undefined;
}

/** Options of every operation's command. */
const JSON_OPTION: Option = {
  option: "json",
  path: [],
  type: "boolean",
  isList: false,
  description: "Print the result as JSON.",
};

/** Returns the options of a noun's verb, the common ones last. */
export function optionsIn(line: CommandLine, verb: KnownVerb): readonly Option[] {
  const { conversation, input } = verb.operation;
  const own = Object.entries(line.options?.[verb.key] ?? {}).map(
    ([option, { type, description, value }]): Option => ({
      option,
      path: [],
      type: type === "boolean" ? "boolean" : "string",
      isList: type === "strings",
      description,
      value,
    }),
  );
  const chat: Option = {
    option: "chat",
    path: [],
    type: "string",
    isList: false,
    description: `${conversation?.is ?? ""} Default: main.`.trim(),
    value: "name",
  };
  return [
    ...(line.read?.[verb.key] ? own : optionsOf(verb, input)),
    ...(conversation ? [chat] : []),
    JSON_OPTION,
  ];
}

/** Returns an option for each field of an input that the verb neither takes as an argument nor sets. */
function optionsOf(
  { words = [], set = {}, flags = {}, short = {}, negated = {} }: Verb,
  input: z.ZodType,
): readonly Option[] {
  const taken = new Set([...words.map(fieldOf), ...Object.keys(set)]);
  const renamed = new Map(Object.entries(flags).map(([option, path]) => [path, option]));
  const letters = new Map(Object.entries(short).map(([letter, path]) => [path, letter]));
  return fieldsOf(input).flatMap(({ path, ...field }): readonly Option[] => {
    const name = path.join(".");
    if (taken.has(name)) return [];
    const option = renamed.get(name) ?? kebab(name);
    const opposites = Object.entries(negated).filter(([, negatedField]) => negatedField === name);
    const description = `The opposite of --${option}.`;
    return [
      { ...field, path, option, short: letters.get(name) },
      ...opposites.map(([no]) => ({ ...field, path, option: no, description, isNegated: true })),
    ];
  });
}

/** Builds an input from words and options. Leaves out fields that were not given. */
export function readInput(verb: Verb, input: z.ZodType, { words, options }: TypedWords): unknown {
  const { words: names = [], set = {} } = verb;
  const types = new Map(fieldsOf(input).map((field) => [field.path.join("."), field]));
  const read: Record<string, unknown> = { ...set };
  for (const [at, word] of names.entries()) {
    if (isOptional(word) && at >= words.length) continue;
    const text = isRest(word) ? words.slice(at).join(" ") : (words[at] ?? "");
    read[fieldOf(word)] = toValue(text, types.get(fieldOf(word))?.type);
  }
  for (const { option, path, type, isList, isNegated } of optionsOf(verb, input)) {
    const typed = options[option];
    if (typed === undefined) continue;
    const value = isNegated
      ? false
      : Array.isArray(typed)
        ? typed.map((one) => toValue(one, type))
        : toValue(typed, type);
    const [first = "", second] = path;
    const one = isList || !Array.isArray(value) ? value : value.at(-1);
    if (second === undefined) read[first] = one;
    else read[first] = { ...Object(read[first]), [second]: one };
  }
  return read;
}

/** Types what was typed. Throws `invalid` where the contract refuses it. */
export function checked<Input extends z.ZodType>(input: Input, typed: unknown): z.output<Input> {
  const { data, error } = input.safeParse(typed);
  if (error) throw new Fault("invalid", z.prettifyError(error));
  return data;
}

/** A field of an input, as an option or an argument. */
export type Field = Omit<Option, "option">;

/** Returns the fields of an input, with those of nested objects as separate fields. */
export function fieldsOf(input: z.ZodType): readonly Field[] {
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  const all = (schema.anyOf ?? [schema]).flatMap(({ properties = {} }) =>
    Object.entries(properties),
  );
  return [...new Map(all)].flatMap(([name, field]) => toFields(name, field));
}

/** Returns the field of a verb's argument. */
export function fieldOf(word: string): string {
  return word.replace(/…?\??$/, "");
}

/** Returns whether an argument is optional. */
export function isOptional(word: string): boolean {
  return word.endsWith("?");
}

/** Returns whether an argument takes all remaining words. */
export function isRest(word: string): boolean {
  return /…\??$/.test(word);
}

function toFields(name: string, schema: unknown): readonly Field[] {
  const { type, items, properties, description, ...rest } = isRecord(schema) ? schema : {};
  if (isRecord(properties))
    return Object.entries(properties).flatMap(([inner, field]) =>
      toFields(inner, field).map((one) => ({ ...one, path: [name, ...one.path] })),
    );
  const isList = type === "array";
  const one = isList && isRecord(items) ? items : { ...rest, type };
  return [
    {
      path: [name],
      isList,
      type: typeIn(one),
      description: typeof description === "string" ? description : "",
      values: Array.isArray(one["enum"]) ? one["enum"].map(String) : undefined,
      default: rest["default"],
    },
  ];
}

function typeIn({ type, anyOf }: Readonly<Record<string, unknown>>): Option["type"] {
  if (type === "string" || type === "boolean") return type;
  if (type === "number" || type === "integer") return "number";
  // A value that may be text is used as typed: a number would lose digits.
  const isText =
    Array.isArray(anyOf) && anyOf.some((one) => isRecord(one) && one["type"] === "string");
  return isText ? "string" : "json";
}

function toValue(typed: unknown, type: Option["type"] = "string"): unknown {
  if (typeof typed !== "string") return typed;
  if (type === "number") return Number(typed);
  if (type !== "json") return typed;
  try {
    return JSON.parse(typed);
  } catch {
    throw new Fault("invalid", `Invalid JSON: ${typed}`);
  }
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll(".", "-");
}
