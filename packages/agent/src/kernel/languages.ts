/** The languages in which the agent says what is its own: commands, notices, questions. */
export const LANGUAGES = ["en", "de", "es", "fr", "it", "pt", "ru", "tr", "uk"] as const;

export type Language = (typeof LANGUAGES)[number];

/** The same in each of them. */
export type Translations<T> = Readonly<Record<Language, T>>;

/** What is said to somebody who speaks `tag`, as BCP 47: its language alone counts. English where there are no words for it. */
export function inLanguage<T>(translations: Translations<T>, tag: string | null | undefined): T {
  return translations[languageOf(tag)];
}

/** The language with words of our own that is nearest to a tag. */
export function languageOf(tag: string | null | undefined): Language {
  const [plain] = (tag ?? "").toLowerCase().split(/[-_]/);
  return LANGUAGES.find((language) => language === plain) ?? "en";
}

/** A text with `{name}` replaced by what it stands for; a name without a value stays as it is. */
export function fillIn(
  text: string,
  values: Readonly<Record<string, string | number | bigint>>,
): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
