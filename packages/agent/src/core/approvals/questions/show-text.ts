import { HIDDEN, mixesScripts, normalize } from "../flow/plain-text.ts";
import { tokensIn } from "../flow/tokens.ts";

/** Runs of spaces of this length push a text out of sight. */
const RUN = / {6,}/g;

/**
 * Shows a text as it is: characters that nobody sees by their code points, long runs of spaces by their
 * number, and words that mix look-alike scripts with the letters that do not belong.
 */
export function showText(text: string): string {
  const visible = text
    .replaceAll(new RegExp(HIDDEN, "gu"), codeOf)
    .replaceAll(RUN, (spaces) => `␣×${spaces.length}`);
  const mixed = tokensIn(normalize(visible)).filter((token) => mixesScripts(token.text));
  return [...new Set(mixed.map((token) => token.text))].reduce(
    (shown, word) => shown.replaceAll(word, `${word} ‹${foreignIn(word)}›`),
    visible,
  );
}

/** Joiners that a script needs stay as they are. */
function codeOf(character: string): string {
  if (character === "\u200C" || character === "\u200D") return character;
  return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`;
}

/** Names the letters of a word that are not of its first script: "Cyrillic а". */
function foreignIn(word: string): string {
  const letters = Array.from(word).filter((letter) => /\p{L}/u.test(letter));
  const isLatin =
    letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length * 2 >= letters.length;
  const foreign = letters.filter((letter) => /\p{Script=Latin}/u.test(letter) !== isLatin);
  return [...new Set(foreign)].map((letter) => `${scriptOf(letter)} ${letter}`).join(", ");
}

function scriptOf(letter: string): string {
  if (/\p{Script=Latin}/u.test(letter)) return "Latin";
  if (/\p{Script=Cyrillic}/u.test(letter)) return "Cyrillic";
  return /\p{Script=Greek}/u.test(letter) ? "Greek" : "foreign";
}
