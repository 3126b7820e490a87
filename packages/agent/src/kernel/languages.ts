/** Lists of words by which Reeve understands people without a model. */
export const WORD_LISTS = [
  "acknowledgements",
  "calendar",
  "connectives",
  "guards",
  "intents",
  "orders",
  "reports",
  "spoken-reply",
  "time",
  "tools",
] as const;

export type WordList = (typeof WORD_LISTS)[number];

interface LanguageSupport {
  /** `full`: all texts of `locales/`. `reads only`: people see English, but their words are understood. */
  readonly level: "full" | "reads only";
  /** Word lists that do not exist in the language yet. A test compares them with the files. */
  readonly lacks: readonly WordList[];
}

const ONLY_SPOKEN = [
  "acknowledgements",
  "calendar",
  "connectives",
  "guards",
  "intents",
  "orders",
  "reports",
  "time",
  "tools",
] as const;

const WITHOUT_GUARDS = ONLY_SPOKEN.filter((list) => list !== "guards");

/** The one table of languages, by ISO 639-1. Models understand and answer in others as well. */
export const SUPPORT = {
  en: { level: "full", lacks: [] },
  de: { level: "full", lacks: [] },
  es: { level: "full", lacks: [] },
  fr: { level: "full", lacks: [] },
  it: { level: "full", lacks: [] },
  pl: { level: "full", lacks: ["time"] },
  pt: { level: "full", lacks: [] },
  ru: { level: "full", lacks: [] },
  tr: { level: "full", lacks: ["time"] },
  uk: { level: "full", lacks: [] },
  ar: { level: "reads only", lacks: ["orders", "reports", "time"] },
  cs: { level: "reads only", lacks: ONLY_SPOKEN },
  fi: { level: "reads only", lacks: [...WITHOUT_GUARDS, "spoken-reply"] },
  hi: { level: "reads only", lacks: WITHOUT_GUARDS },
  ja: { level: "reads only", lacks: ["orders", "reports"] },
  ko: {
    level: "reads only",
    lacks: ["acknowledgements", "connectives", "intents", "orders", "reports", "time", "tools"],
  },
  nl: {
    level: "reads only",
    lacks: [
      "acknowledgements",
      "calendar",
      "connectives",
      "guards",
      "intents",
      "orders",
      "reports",
      "tools",
    ],
  },
  ro: { level: "reads only", lacks: ONLY_SPOKEN },
  sv: { level: "reads only", lacks: ONLY_SPOKEN },
  zh: { level: "reads only", lacks: ["reports"] },
} as const satisfies Readonly<Record<string, LanguageSupport>>;

type KnownLanguage = keyof typeof SUPPORT;

/** A language with all texts of `locales/`. */
export type Language = {
  [Name in KnownLanguage]: (typeof SUPPORT)[Name]["level"] extends "full" ? Name : never;
}[KnownLanguage];

/** The languages of the built-in texts: commands, notices, approvals. */
export const LANGUAGES: readonly Language[] = Object.keys(SUPPORT).filter(isFull);

function isFull(name: string): name is Language {
  return supportOf(name)?.level === "full";
}

function supportOf(name: string): LanguageSupport | undefined {
  return new Map<string, LanguageSupport>(Object.entries(SUPPORT)).get(name);
}

/** Returns the languages that have a word list, in alphabetical order. */
export function languagesWith(list: WordList): readonly string[] {
  const support: readonly (readonly [string, LanguageSupport])[] = Object.entries(SUPPORT);
  const having = support.filter(([, { lacks }]) => !lacks.includes(list));
  return having.map(([name]) => name).toSorted();
}

/** Returns the language with words of our own that is nearest to a tag. */
export function matchLanguage(tag: string | null | undefined): Language {
  const [plain] = (tag ?? "").toLowerCase().split(/[-_]/);
  return LANGUAGES.find((language) => language === plain) ?? "en";
}
