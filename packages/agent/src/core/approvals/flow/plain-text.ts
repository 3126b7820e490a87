/** Returns a text as two of them are compared: composed (NFC), with plain quotes, dashes and spaces. */
export function normalize(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(/[‘’‚‛ʼ′]/g, "'")
    .replaceAll(/[“”„‟«»″「」『』]/g, '"')
    .replaceAll(/[‐‑‒–]/g, "-")
    .replaceAll(/[―]/g, "—")
    .replaceAll(/[^\S\n]+/gu, " ")
    .trim();
}

/**
 * Checks whether a text holds what nobody sees or types: controls of direction, invisible characters, tags,
 * private or unassigned code points. Joiners count where no script needs them.
 */
export function hasHidden(text: string): boolean {
  return HIDDEN.test(text.replaceAll(NEEDED_JOINER, "$1"));
}

/** The characters that `hasHidden` looks for. */
export const HIDDEN =
  /\u034F|\u115F|\u1160|\u17B4|\u17B5|[\u180B-\u180E]|[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}\p{Co}\p{Cn}]/u;

/** Joiners belong to Arabic, to the scripts of India, and to emoji. */
const NEEDED_JOINER =
  /([\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Extended_Pictographic}]|\uFE0F|\p{Emoji_Modifier})[\u200C\u200D]/gu;

/**
 * Checks whether a token mixes scripts beyond the "highly restrictive" level of UTS #39: one script, or
 * Latin with those of Chinese, Japanese or Korean.
 */
export function mixesScripts(token: string): boolean {
  const found = SCRIPTS.filter(([, pattern]) => pattern.test(token)).map(([name]) => name);
  if (found.length <= 1) return false;
  return !TOGETHER.some((allowed) => found.every((name) => allowed.includes(name)));
}

const NAMES = [
  "Latin",
  "Cyrillic",
  "Greek",
  "Armenian",
  "Georgian",
  "Cherokee",
  "Hebrew",
  "Arabic",
  "Devanagari",
  "Thai",
  "Han",
  "Hiragana",
  "Katakana",
  "Hangul",
  "Bopomofo",
  "Coptic",
  "Lisu",
  "Deseret",
  "Tifinagh",
  "Canadian_Aboriginal",
] as const;

const SCRIPTS = NAMES.map((name): readonly [string, RegExp] => [
  name,
  new RegExp(`\\p{Script=${name}}`, "u"),
]);

const TOGETHER: readonly (readonly string[])[] = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Hangul"],
  ["Latin", "Han", "Bopomofo"],
];

/**
 * Returns the information in a text, in bits: 2 for a letter of an alphabet, 3.3 for a digit, 4 for a Kana, 5
 * for a Hangul syllable, 6 for a Han character, nothing for spaces and marks.
 */
export function informationIn(text: string): number {
  let bits = 0;
  for (const character of text) bits += bitsOf(character);
  return bits;
}

function bitsOf(character: string): number {
  if (/\p{Script=Han}/u.test(character)) return 6;
  if (/\p{Script=Hangul}/u.test(character)) return 5;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return 4;
  if (/\p{N}/u.test(character)) return 3.3;
  return /\p{L}/u.test(character) ? 2 : 0;
}
