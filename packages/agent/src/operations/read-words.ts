import { z } from "zod";
import { Fault } from "@reeve/sdk";
import { isRecord } from "../kernel/json.ts";
import type { SaidWords } from "./cli.ts";
import type { Verb } from "./operation.ts";

/** An option of a verb, and the field that it is read into. */
export interface Option {
  readonly option: string;
  readonly path: readonly string[];
  readonly type: "string" | "number" | "boolean" | "json";
  readonly isList: boolean;
}

/** The options of a verb: each field of the input that it does not say otherwise. */
export function optionsOf(
  { words = [], set = {}, flags = {} }: Verb,
  input: z.ZodType,
): readonly Option[] {
  const taken = new Set([...words.map(nameIn), ...Object.keys(set)]);
  const renamed = new Map(Object.entries(flags).map(([option, path]) => [path, option]));
  return fieldsOf(input).flatMap(({ path, ...field }) => {
    const name = path.join(".");
    if (taken.has(name)) return [];
    return [{ ...field, path, option: renamed.get(name) ?? kebab(name) }];
  });
}

/** What words and options come to. Fields that are left out are left out of it. */
export function readInput(verb: Verb, input: z.ZodType, { words, options }: SaidWords): unknown {
  const { words: names = [], set = {} } = verb;
  const types = new Map(fieldsOf(input).map((field) => [field.path.join("."), field]));
  const read: Record<string, unknown> = { ...set };
  for (const [at, word] of names.entries()) {
    const text = word.endsWith("…") ? words.slice(at).join(" ") : (words[at] ?? "");
    read[nameIn(word)] = toValue(text, types.get(nameIn(word))?.type);
  }
  for (const { option, path, type, isList } of optionsOf(verb, input)) {
    const said = options[option];
    if (said === undefined) continue;
    const value = Array.isArray(said) ? said.map((one) => toValue(one, type)) : toValue(said, type);
    const [first = "", second] = path;
    const one = isList || !Array.isArray(value) ? value : value.at(-1);
    if (second === undefined) read[first] = one;
    else read[first] = { ...Object(read[first]), [second]: one };
  }
  return read;
}

type Field = Omit<Option, "option">;

function fieldsOf(input: z.ZodType): readonly Field[] {
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  const all = (schema.anyOf ?? [schema]).flatMap(({ properties = {} }) =>
    Object.entries(properties),
  );
  return [...new Map(all)].flatMap(([name, field]) => toFields(name, field));
}

function toFields(name: string, schema: unknown): readonly Field[] {
  const { type, items, properties } = isRecord(schema) ? schema : {};
  if (isRecord(properties))
    return Object.entries(properties).flatMap(([inner, field]) =>
      toFields(inner, field).map((one) => ({ ...one, path: [name, ...one.path] })),
    );
  const isList = type === "array";
  return [{ path: [name], isList, type: typeIn(isList && isRecord(items) ? items["type"] : type) }];
}

function typeIn(type: unknown): Option["type"] {
  if (type === "string" || type === "boolean") return type;
  return type === "number" || type === "integer" ? "number" : "json";
}

function toValue(said: unknown, type: Option["type"] = "string"): unknown {
  if (typeof said !== "string") return said;
  if (type === "number") return Number(said);
  if (type !== "json") return said;
  try {
    return JSON.parse(said);
  } catch {
    throw new Fault("invalid", `Not JSON: ${said}`);
  }
}

function nameIn(word: string): string {
  return word.endsWith("…") ? word.slice(0, -1) : word;
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll(".", "-");
}
