/**
 * Returns the words of a text as they are compared: lower-case, without accents, with one space between
 * them and nothing else. Folding twice changes nothing.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  const plain = BEYOND_ASCII.test(lower) ? toPlain(lower) : lower;
  return plain.replaceAll(BETWEEN_WORDS, " ").trim();
}

const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/gu;

/** Case folding may bring letters that only then come apart, so lower-case comes twice. */
function toPlain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(ACCENTS, "")
    .replaceAll(OWN_LETTERS, (letter) => PLAIN[letter] ?? letter);
}

const BEYOND_ASCII = /[^\p{ASCII}]/u;

/** Marks over Latin, Greek and Cyrillic letters, the short vowels of Arabic and its lengthening. */
const ACCENTS = /[\u0300-\u036F\u0610-\u061A\u064B-\u065F\u0670\u0640]/g;

/** Letters that Unicode does not take apart, and that people without such a keyboard write plainly. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: "ss",
  ł: "l",
  ı: "i",
  ø: "o",
  æ: "ae",
  œ: "oe",
  đ: "d",
  ى: "ي",
  ة: "ه",
};

const OWN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "g");
