import { formatNumber, pluralOf } from "./numbers.ts";

/** A value in a message. A number outside of a plural is written as it is. */
export type MessageValue = string | number | bigint;

/** Value that selects a branch and may be printed. Undefined selects `none`. */
type Choice = string | boolean | undefined;

/** Message with arguments, ready for formatting. `Counts` choose a plural, `Choices` a select. */
export type Message<
  Names extends string,
  Counts extends string = never,
  Choices extends string = never,
> = (
  values: Readonly<Record<Names, MessageValue> & Record<Counts, number> & Record<Choices, Choice>>,
) => string;

/** The values of a message that is not known to the compiler. */
export type MessageValues = Readonly<Record<string, MessageValue | Choice>>;

/** A parsed message. */
export type MessagePart = string | MessageArgument | MessageChoice | typeof COUNT;

interface MessageArgument {
  readonly type: "argument";
  readonly name: string;
}

interface MessageChoice {
  readonly type: "plural" | "select";
  readonly name: string;
  /** Branches by category, by `=` and a number, or by value; always with `other`. */
  readonly branches: ReadonlyMap<string, readonly MessagePart[]>;
}

/** Placeholder for the number of the surrounding plural. */
const COUNT = { type: "count" } as const;

/**
 * Parses a subset of ICU MessageFormat: `{name}`, `{name, plural, =0 {…} one {…} other {# …}}` and `{name,
 * select, true {…} none {…} other {…}}`, where `none` is chosen only if the value is undefined. Braces, and
 * `#` within a plural, are always syntax: there are no escapes, so quotes and apostrophes are literal.
 * Throws if a message cannot be parsed.
 */
export function parseMessage(text: string): readonly MessagePart[] {
  const { parts, end } = readParts(text, 0, false);
  if (end < text.length) throw broken(text, end, "an opening brace is missing");
  return parts;
}

/** Fills in a parsed message. Throws where a value is missing. */
export function formatMessage(
  parts: readonly MessagePart[],
  values: MessageValues,
  language: string,
  count = "",
): string {
  const texts = parts.map((part) => {
    if (typeof part === "string") return part;
    if (part.type === "count") return count;
    const value = Object.hasOwn(values, part.name) ? values[part.name] : undefined;
    if (part.type === "argument") {
      if (value === undefined) throw new Error(`The message needs a value for {${part.name}}.`);
      return String(value);
    }
    const { branch, number } = choose(part, value, language);
    return formatMessage(branch, values, language, number ?? count);
  });
  return texts.join("");
}

/**
 * Roles of an argument in a message, strongest last: a number that chooses a plural may also appear
 * elsewhere.
 */
const ROLES = ["argument", "select", "plural"] as const;

export type ArgumentRole = (typeof ROLES)[number];

/** Returns the names of a message's arguments, and what they do in it. */
export function argumentsOf(parts: readonly MessagePart[]): ReadonlyMap<string, ArgumentRole> {
  const found = parts.flatMap((part): readonly [string, ArgumentRole][] => {
    if (typeof part === "string" || part.type === "count") return [];
    const branches = part.type === "argument" ? [] : [...part.branches.values()];
    return [[part.name, part.type], ...branches.flatMap((one) => [...argumentsOf(one)])];
  });
  return new Map(found.toSorted(([, one], [, other]) => ROLES.indexOf(one) - ROLES.indexOf(other)));
}

function choose(
  { type, name, branches }: MessageChoice,
  value: MessageValues[string],
  language: string,
) {
  const other = branches.get("other") ?? [];
  if (type === "select") {
    // The string "none" is a value like any other.
    const key = value === undefined ? "none" : value === "none" ? "other" : String(value);
    return { branch: branches.get(key) ?? other };
  }
  if (typeof value !== "number") throw new Error(`The message needs a number for {${name}}.`);
  const branch = branches.get(`=${value}`) ?? branches.get(pluralOf(value, language)) ?? other;
  return { branch, number: formatNumber(value, language) };
}

interface Read {
  readonly parts: readonly MessagePart[];
  /** The index of the brace that ends them, or the length of the text. */
  readonly end: number;
}

function readParts(text: string, start: number, isCounted: boolean): Read {
  const parts: MessagePart[] = [];
  let at = start;
  while (at < text.length && text[at] !== "}") {
    const [plain = ""] = matchAt(isCounted ? /[^{}#]+/y : /[^{}]+/y, text, at) ?? [];
    if (plain !== "") parts.push(plain);
    at += plain.length;
    if (text[at] === "#" && isCounted) {
      parts.push(COUNT);
      at += 1;
    } else if (text[at] === "{") {
      const { part, end } = readArgument(text, at, isCounted);
      parts.push(part);
      at = end;
    }
  }
  return { parts, end: at };
}

function readArgument(text: string, start: number, isCounted: boolean) {
  const [whole = "", name = "", kind] =
    matchAt(/\{(\w+)(?:, (plural|select),|(?=\}))/y, text, start) ?? [];
  if (name === "") throw broken(text, start, "this is not an argument");
  let at = start + whole.length;
  if (kind === undefined) return { part: { type: "argument", name } as const, end: at + 1 };
  const type = kind === "plural" ? "plural" : "select";
  const branches = new Map<string, readonly MessagePart[]>();
  for (;;) {
    const [head = "", key = ""] = matchAt(/\s*([\w=-]+) \{/y, text, at) ?? [];
    if (key === "") break;
    if (branches.has(key)) throw broken(text, at, `"${key}" is given twice`);
    if (type === "plural" && !PLURAL_KEY.test(key))
      throw broken(text, at, `"${key}" is not a plural category`);
    const { parts, end } = readParts(text, at + head.length, isCounted || type === "plural");
    if (end === text.length) throw broken(text, at, "a closing brace is missing");
    branches.set(key, parts);
    at = end + 1;
  }
  if (text[at] !== "}") throw broken(text, at, "a branch or a closing brace is missing");
  if (!branches.has("other")) throw broken(text, start, `"other" is missing`);
  return { part: { type, name, branches } as const, end: at + 1 };
}

const PLURAL_KEY = /^(?:zero|one|two|few|many|other|=\d+)$/;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function broken(text: string, at: number, why: string): Error {
  return new Error(`A message does not parse at character ${at + 1}, ${why}: ${text}`);
}
