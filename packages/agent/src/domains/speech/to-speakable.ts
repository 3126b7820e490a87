import { speakLines } from "./speak-lines.ts";
import { speakWords } from "./speak-words.ts";

/**
 * An answer as it is read aloud: without markup and emoji, addresses by their host, tables row by
 * row, and code left out with a word about it in `language` (ISO 639-1; default: English). Empty where nothing is left.
 */
export function toSpeakable(
  markdown: string,
  { language }: { language?: string | undefined } = {},
): string {
  const lines = speakLines(markdown.toWellFormed(), CODE_LEFT_OUT[language ?? "en"] ?? ENGLISH);
  const spoken = lines.map(speakWords).filter((line) => line !== "");
  return spoken.map(endSentence).join("\n");
}

/** Voices pause where a sentence ends, and not where a line does. */
function endSentence(line: string): string {
  return /[.!?…:;,。！？；：،؟।]["'”’»)\]]*$/u.test(line) ? line : `${line}.`;
}

const ENGLISH = "The code is left out.";

const CODE_LEFT_OUT: Readonly<Record<string, string>> = {
  en: ENGLISH,
  de: "Der Code ist ausgelassen.",
  es: "El código se omite.",
  fr: "Le code est omis.",
  it: "Il codice è omesso.",
  pt: "O código foi omitido.",
  ru: "Код пропущен.",
  uk: "Код пропущено.",
  nl: "De code is weggelaten.",
  pl: "Kod pominięto.",
  tr: "Kod atlandı.",
  cs: "Kód je vynechán.",
  sv: "Koden är utelämnad.",
  ro: "Codul este omis.",
  ar: "تم حذف الشيفرة.",
  hi: "कोड छोड़ दिया गया है।",
  zh: "代码已略去。",
  ja: "コードは省略します。",
  ko: "코드는 생략합니다.",
};
