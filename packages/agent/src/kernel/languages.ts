/** The languages in which the agent says what is its own, commands, notices and questions: each is a folder of `locales/`. */
export const LANGUAGES = ["en", "de", "es", "fr", "it", "pl", "pt", "ru", "tr", "uk"] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language with words of our own that is nearest to a tag. */
export function matchLanguage(tag: string | null | undefined): Language {
  const [plain] = (tag ?? "").toLowerCase().split(/[-_]/);
  return LANGUAGES.find((language) => language === plain) ?? "en";
}
