import { matchLanguage } from "../../kernel/languages.ts";
import { texts } from "../../platform/texts.ts";
import { speakLines } from "./speak-lines.ts";
import { speakWords } from "./speak-words.ts";

/**
 * Converts a reply to text for reading aloud: without markup and emoji, URLs by their host, tables row by
 * row, and code replaced by a note in `language` (ISO 639-1; default: English). Empty if nothing is left.
 */
export function toSpeakable(
  markdown: string,
  { language }: { language?: string | undefined } = {},
): string {
  const lines = speakLines(markdown.toWellFormed(), codeLeftOutIn(language));
  const spoken = lines.map(speakWords).filter((line) => line !== "");
  return spoken.map(endSentence).join("\n");
}

/** Voices pause where a sentence ends, and not where a line does. */
function endSentence(line: string): string {
  return /[.!?…:;,。！？；：،؟।]["'”’»)\]]*$/u.test(line) ? line : `${line}.`;
}

/** Spoken replacement for code in languages that `locales/` does not have. */
const CODE_LEFT_OUT: Readonly<Record<string, string>> = {
  nl: "De code is weggelaten.",
  pl: "Kod pominięto.",
  cs: "Kód je vynechán.",
  sv: "Koden är utelämnad.",
  ro: "Codul este omis.",
  ar: "تم حذف الشيفرة.",
  hi: "कोड छोड़ दिया गया है।",
  zh: "代码已略去。",
  ja: "コードは省略します。",
  ko: "코드는 생략합니다.",
};

function codeLeftOutIn(language = "en"): string {
  const isOurs = matchLanguage(language) === language;
  return (isOurs ? undefined : CODE_LEFT_OUT[language]) ?? texts(language).speech.codeLeftOut;
}
