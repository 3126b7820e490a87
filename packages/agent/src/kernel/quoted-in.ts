import { inLanguage, type Translations } from "./languages.ts";

const QUOTED: Translations<string> = {
  en: "“{text}”",
  de: "„{text}“",
  es: "«{text}»",
  fr: "«\u00a0{text}\u00a0»",
  it: "«{text}»",
  pt: "«{text}»",
  ru: "«{text}»",
  tr: "“{text}”",
  uk: "«{text}»",
};

/** How a language (BCP 47) quotes somebody's `{text}`: “yes”, „ja“, «sì». */
export function quotedIn(language: string | undefined): string {
  return inLanguage(QUOTED, language);
}
