import { type Language, LANGUAGES, matchLanguage } from "../kernel/languages.ts";
import { texts } from "../platform/texts.ts";
import type { CommandFacts } from "./commands.ts";

export type SummaryLanguage = Exclude<Language, "en">;

/** The languages that commands are told of in, besides English. */
export const SUMMARY_LANGUAGES: readonly SummaryLanguage[] = LANGUAGES.filter(
  (language) => language !== "en",
);

/**
 * Returns the summary of a command in a person's language (BCP 47), or its own words without a
 * translation.
 */
export function summaryIn(
  language: string | undefined,
  { name, summary }: Pick<CommandFacts, "name" | "summary">,
): string {
  const told = new Map<string, string>(Object.entries(texts(language).commands.summaries)).get(
    name,
  );
  const own = matchLanguage(language) === "en" ? (summary ?? told) : (told ?? summary);
  return own ?? "";
}
