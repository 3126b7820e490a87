import { type Language } from "../../src/kernel/languages.ts";
import { isRecord } from "../../src/kernel/text/json.ts";
import { argumentsOf, type MessagePart, parseMessage } from "icu-subset";

/**
 * Returns what is wrong with the texts of a language. They must say all that English says with the same
 * arguments, have the plurals that the language needs, put whatever has more than two words into
 * words of their own, and in French never break a line before a colon or within quotation marks.
 */
export function checkTranslations(
  language: Language,
  { texts, english }: { readonly texts: unknown; readonly english: unknown },
): readonly string[] {
  const own = messagesIn(texts);
  const wanted = messagesIn(english);
  const missing = [...wanted.keys()].filter((key) => !own.has(key));
  const needless = [...own.keys()].filter((key) => !wanted.has(key));
  const wrong = [...own].flatMap(([key, message]) => {
    const source = wanted.get(key);
    const found =
      source === undefined
        ? []
        : typeof message !== "string" || typeof source !== "string"
          ? ["is no string"]
          : checkMessage(language, { message, source });
    return found.map((problem) => `${key} ${problem}`);
  });
  return [
    ...missing.map((key) => `${key} is missing`),
    ...needless.map((key) => `${key} is not in English`),
    ...wrong,
  ];
}

/** Returns what is wrong with one message whose English is `source`. */
function checkMessage(
  language: Language,
  { message, source }: { readonly message: string; readonly source: string },
): readonly string[] {
  let parts: readonly MessagePart[];
  try {
    parts = parseMessage(message);
  } catch (error) {
    return [String(error)];
  }
  const english = parseMessage(source);
  const sources = variantsOf(english);
  const said = sources.at(-1)?.text ?? "";
  const variants = variantsOf(parts);
  const isCopy =
    language !== "en" && wordsIn(said) > 2 && variants.some(({ text }) => text === said);
  const args = describe(parts, english);
  return [
    ...(args === describe(english, english) ? [] : [`takes ${args}`]),
    ...variants.flatMap((variant) =>
      checkVariant(language, { variant, said: sourceOf(variant, sources) }),
    ),
    ...categoriesMissing(parts, language).map((category) => `has no plural for "${category}"`),
    ...(isCopy ? ["is said in English"] : []),
  ];
}

function checkVariant(
  language: Language,
  { variant: { text, keys }, said }: { readonly variant: Variant; readonly said: string },
): readonly string[] {
  const isForOne = keys.some((key) => key.startsWith("=") || isOnlyOne(key, language));
  const held = placeholdersIn(text);
  const wanted = placeholdersIn(said).filter(
    (one) => one !== "{#}" || held.includes(one) || !isForOne,
  );
  return [
    ...(text.trim() === "" ? ["is blank"] : []),
    ...(String(held) === String(wanted) ? [] : [`holds ${held.join(" ")} in "${text}"`]),
    ...(language === "fr" && / [:;?!»]|« /.test(text) ? ["may break before a sign"] : []),
  ];
}

/** Returns the English variant with the same selection, in its default number. */
function sourceOf({ selected }: Variant, sources: readonly Variant[]): string {
  const same = sources.filter((source) =>
    [...source.selected].every(([name, key]) => (selected.get(name) ?? key) === key),
  );
  return same.at(-1)?.text ?? "";
}

/**
 * Describes the arguments of a message and their roles, in a fixed order. Where English only prints one,
 * other languages may select by it.
 */
function describe(parts: readonly MessagePart[], english: readonly MessagePart[]): string {
  const wanted = argumentsOf(english);
  const found = [...argumentsOf(parts)].map(([name, role]) => {
    const isPlain = role === "argument" || (role === "select" && wanted.get(name) === "argument");
    return isPlain ? `{${name}}` : `{${name}, ${role}}`;
  });
  return found.toSorted().join(" ") || "nothing";
}

interface Variant {
  /** Text with `{name}` for an argument and `{#}` for the number of a plural. */
  readonly text: string;
  /** The branches of plurals that lead to it. */
  readonly keys: readonly string[];
  /** Branches of selects that lead to it, by argument. */
  readonly selected: ReadonlyMap<string, string>;
}

/** Returns every text that a message may produce, with the default last. */
function variantsOf(parts: readonly MessagePart[]): readonly Variant[] {
  return parts.reduce<readonly Variant[]>(
    (before, part) => {
      const next = variantsOfPart(part);
      return before.flatMap(({ text, keys, selected }) =>
        next.map((one) => ({
          text: text + one.text,
          keys: [...keys, ...one.keys],
          selected: new Map([...selected, ...one.selected]),
        })),
      );
    },
    [plain("")],
  );
}

function variantsOfPart(part: MessagePart): readonly Variant[] {
  if (typeof part === "string") return [plain(part)];
  if (part.type === "count") return [plain("{#}")];
  if (part.type === "argument") return [plain(`{${part.name}}`)];
  const { type, name } = part;
  const branches = [...part.branches].toSorted(
    ([one], [other]) => Number(one === "other") - Number(other === "other"),
  );
  return branches.flatMap(([key, branch]) =>
    variantsOf(branch).map(({ text, keys, selected }) => ({
      text,
      keys: type === "plural" ? [key, ...keys] : keys,
      selected: type === "select" ? new Map([[name, key], ...selected]) : selected,
    })),
  );
}

function plain(text: string): Variant {
  return { text, keys: [], selected: new Map() };
}

/** Returns the categories of a language, of the numbers that are counted up to, that some plural lacks. */
function categoriesMissing(parts: readonly MessagePart[], language: Language): readonly string[] {
  return parts.flatMap((part) => {
    if (typeof part === "string" || part.type === "count" || part.type === "argument") return [];
    const lacks =
      part.type === "plural"
        ? categoriesOf(language).filter((one) => !isSaid(one, part.branches, language))
        : [];
    const within = [...part.branches.values()];
    return [...lacks, ...within.flatMap((branch) => categoriesMissing(branch, language))];
  });
}

/** Checks whether a plural has a category, or all of its numbers: `=1` covers "one". */
function isSaid(
  category: string,
  branches: ReadonlyMap<string, unknown>,
  language: Language,
): boolean {
  return branches.has(category) || (branches.has("=1") && isOnlyOne(category, language));
}

const NUMBERS = Array.from({ length: 200 }, (_, number) => number);

function categoriesOf(language: string): readonly string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(NUMBERS.map((number) => rules.select(number)))];
}

/** Checks whether a category applies to no number above one: "once" needs no number. */
function isOnlyOne(category: string, language: string): boolean {
  const rules = new Intl.PluralRules(language);
  return NUMBERS.every((number) => number < 2 || rules.select(number) !== category);
}

/** Returns all nested values that are not objects, by their paths. */
function messagesIn(value: unknown, path = ""): ReadonlyMap<string, unknown> {
  if (!isRecord(value)) return new Map([[path, value]]);
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [
      ...messagesIn(inner, path === "" ? key : `${path}.${key}`),
    ]),
  );
}

function placeholdersIn(text: string): readonly string[] {
  return (text.match(/\{[\w#]+\}/g) ?? []).toSorted();
}

function wordsIn(text: string): number {
  const words = text.replaceAll(/\{[\w#]+\}|\/\w+/g, " ").match(/\p{L}+/gu);
  return words?.length ?? 0;
}
