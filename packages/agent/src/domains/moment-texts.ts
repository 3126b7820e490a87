import { inLanguage, type Translations } from "../kernel/languages.ts";

/** How the moment is told at which something is free again: `{time}` as `HH:MM`, `{zone}` as an IANA name. */
export interface MomentTexts {
  readonly today: string;
  /** `{date}` with the day and the month. */
  readonly later: string;
}

const TEXTS: Translations<MomentTexts> = {
  en: { today: "at {time} ({zone})", later: "on {date} at {time} ({zone})" },
  de: { today: "um {time} ({zone})", later: "am {date} um {time} ({zone})" },
  es: { today: "a las {time} ({zone})", later: "el {date} a las {time} ({zone})" },
  fr: { today: "à {time} ({zone})", later: "le {date} à {time} ({zone})" },
  it: { today: "alle {time} ({zone})", later: "{date} alle {time} ({zone})" },
  pt: { today: "às {time} ({zone})", later: "no dia {date} às {time} ({zone})" },
  ru: { today: "в {time} ({zone})", later: "{date} в {time} ({zone})" },
  tr: { today: "saat {time} itibarıyla ({zone})", later: "{date} saat {time} itibarıyla ({zone})" },
  uk: { today: "о {time} ({zone})", later: "{date} о {time} ({zone})" },
};

/** How such a moment is told, in a language as BCP 47. */
export function momentTextsIn(language: string | undefined): MomentTexts {
  return inLanguage(TEXTS, language);
}
