import { expect } from "vitest";
import { LANGUAGES, type Translations } from "../../src/kernel/languages.ts";

/**
 * Expects that each language says all that English says, keeps every `{placeholder}`, has the
 * forms that its numbers need, puts whatever has more than two words into words of its own, and
 * that French never breaks a line before a colon or within quotation marks.
 */
export function checkTranslations(translations: Translations<unknown>): void {
  const english = textsOf(translations.en);
  for (const language of LANGUAGES) {
    const texts = textsOf(translations[language]);
    expect([...texts.keys()], `keys of ${language}`).toEqual([...english.keys()]);
    for (const [key, { forms }] of texts) {
      const told = english.get(key)?.forms["other"] ?? "";
      for (const [category, form] of Object.entries(forms)) {
        const kept = placeholdersOf(told).filter(
          (one) => one !== "{count}" || form.includes(one) || !isForOne(category, language),
        );
        expect(placeholdersOf(form), `${language} ${key}: ${form}`).toEqual(kept);
        expect(form.trim(), `${language} ${key}`).not.toBe("");
        if (language === "fr") expect(form, `fr ${key}`).not.toMatch(/ [:;?!»]|« /);
        if (language !== "en" && wordsIn(told) > 2)
          expect(form, `${language} ${key}`).not.toBe(told);
      }
    }
    const counted = [...texts].filter(([, { isCounted }]) => isCounted);
    for (const [key, { forms }] of counted)
      expect(
        categoriesOf(language).filter((one) => !(one in forms)),
        `${language} ${key}`,
      ).toEqual([]);
  }
}

interface Text {
  readonly forms: Readonly<Record<string, string>>;
  readonly isCounted: boolean;
}

/** All texts within, by their paths. */
function textsOf(value: unknown, path = ""): ReadonlyMap<string, Text> {
  if (typeof value === "string")
    return new Map([[path, { forms: { other: value }, isCounted: false }]]);
  if (typeof value !== "object" || value === null)
    throw new Error(`${path} is neither a text nor holds some: ${String(value)}`);
  if ("other" in value && Object.keys(value).every((key) => CATEGORIES.has(key))) {
    const forms = Object.fromEntries(
      Object.entries(value).map(([key, form]) => [key, String(form)]),
    );
    return new Map([[path, { forms, isCounted: true }]]);
  }
  const within = Object.entries(value)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([key, inner]) => [...textsOf(inner, path === "" ? key : `${path}.${key}`)]);
  return new Map(within);
}

const CATEGORIES = new Set(["zero", "one", "two", "few", "many", "other"]);

/** Whether a form is for no number above one: "once" needs no number. */
function isForOne(category: string, language: string): boolean {
  const rules = new Intl.PluralRules(language);
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  return numbers.every((number) => number < 2 || rules.select(number) !== category);
}

/** Of the numbers that are counted up to. */
function categoriesOf(language: string): readonly string[] {
  const rules = new Intl.PluralRules(language);
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  return [...new Set(numbers.map((number) => rules.select(number)))];
}

function placeholdersOf(text: string): readonly string[] {
  return (text.match(/\{\w+\}/g) ?? []).toSorted();
}

function wordsIn(text: string): number {
  const words = text.replaceAll(/\{\w+\}|\/\w+/g, " ").match(/\p{L}+/gu);
  return words?.length ?? 0;
}
