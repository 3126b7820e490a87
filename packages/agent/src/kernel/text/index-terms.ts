import { foldText } from "./fold-text.ts";
import { stemEnglish } from "./stem-english.ts";
import { stemRussian } from "./stem-russian.ts";

/** Maximum length of a word; longer ones are indexed by their start. */
const MAX_LETTERS = 64;

/**
 * Returns the terms under which a text is indexed and looked for, in its order, repeated as often as they
 * occur: folded words without endings, and overlapping pairs of characters where a script does not space
 * its words. Equal texts have equal terms; any text has some or none, never a fault.
 */
export function indexTerms(text: string): readonly string[] {
  const folded = foldText(text.replaceAll(POSSESSIVE, ""));
  if (folded === "") return [];
  if (!BEYOND_ASCII.test(folded)) return folded.split(" ").map(toTerm);
  // Folding takes syllables and voiced kana apart; their pairs are pairs of whole characters.
  const words = folded.normalize("NFC").split(" ");
  return words.flatMap((word) => (UNSPACED.test(word) ? splitScripts(word) : toTerm(word)));
}

const BEYOND_ASCII = /[^\p{ASCII}]/u;

/** Ann's things are things of Ann; every other apostrophe parts two words, as in l'eau. */
const POSSESSIVE = /(?<=\p{L})['’]s(?![\p{L}\p{N}])/giu;

const SCRIPTS =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Hangul}" +
  "\\p{Script=Thai}\\p{Script=Khmer}\\p{Script=Lao}\\p{Script=Myanmar}";
const UNSPACED = new RegExp(`[${SCRIPTS}]`, "u");
const RUNS = new RegExp(`[${SCRIPTS}\\u3099\\u309A]+|[^${SCRIPTS}]+`, "gu");

function splitScripts(word: string): readonly string[] {
  const runs = word.match(RUNS) ?? [];
  return runs.flatMap((run) => (UNSPACED.test(run) ? toPairs(run) : toTerm(run)));
}

function toPairs(run: string): readonly string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

function toTerm(word: string): string {
  if (word.length > MAX_LETTERS) return word.slice(0, MAX_LETTERS);
  if (LATIN.test(word)) return stemEnglish(word);
  return CYRILLIC.test(word) ? stemRussian(word) : word;
}

const LATIN = /^[a-z]+$/;
const CYRILLIC = /^[а-я]+$/;
