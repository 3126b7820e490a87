/**
 * One form for the inflections of an English word: messages, messaged and messaging are the
 * same. Takes a folded word of the letters a to z; the Porter2 algorithm, without apostrophes.
 */
export function stemEnglish(word: string): string {
  if (word.length < 3) return word;
  const known = IRREGULAR.get(word);
  if (known !== undefined) return known;
  const marked = markConsonants(word);
  const first = regionAfter(marked, PREFIX.exec(marked)?.[0].length);
  const second = regionAfter(marked, undefined, first);
  const regions = { first, second };
  const singular = toSingular(marked);
  if (INVARIABLE.has(singular)) return singular;
  const present = replaceFinalY(toPresent(singular, first));
  const derived = replaceSuffix(present, COMMON_SUFFIXES, first);
  const shorter = replaceSuffix(dropAtive(derived, second), RARER_SUFFIXES, first);
  return trimEnd(dropSuffix(shorter, second), regions).toLowerCase();
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    skis: "ski",
    skies: "sky",
    dying: "die",
    lying: "lie",
    tying: "tie",
    idly: "idl",
    gently: "gentl",
    ugly: "ugli",
    early: "earli",
    only: "onli",
    singly: "singl",
    sky: "sky",
    news: "news",
    atlas: "atlas",
    cosmos: "cosmos",
    bias: "bias",
    andes: "andes",
  }),
);

const INVARIABLE: ReadonlySet<string> = new Set(
  "inning outing canning herring earring proceed exceed succeed".split(" "),
);

/** Words that would lose too much: general, communism, arsenic. */
const PREFIX = /^(?:gener|commun|arsen)/;

const VOWELS = "aeiouy";
const isVowel = (word: string, at: number) => VOWELS.includes(word.charAt(at));

/** A y that is spoken as a consonant becomes Y. */
function markConsonants(word: string): string {
  if (!word.includes("y")) return word;
  return word.replace(/^y|(?<=[aeiou])y/g, "Y");
}

/** Returns the start of the region after the first consonant that follows a vowel. */
function regionAfter(word: string, known: number | undefined, from = 0): number {
  if (known !== undefined) return known;
  let at = from;
  while (at < word.length && !isVowel(word, at)) at += 1;
  while (at < word.length && isVowel(word, at)) at += 1;
  return Math.min(at + 1, word.length);
}

function hasVowel(word: string, end: number): boolean {
  for (let at = 0; at < end; at++) if (isVowel(word, at)) return true;
  return false;
}

function toSingular(word: string): string {
  const { length } = word;
  if (word.endsWith("ied")) return word.slice(0, length > 4 ? -2 : -1);
  if (!word.endsWith("s")) return word;
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ies")) return word.slice(0, length > 4 ? -2 : -1);
  if (word.endsWith("us") || word.endsWith("ss")) return word;
  return hasVowel(word, length - 2) ? word.slice(0, -1) : word;
}

function toPresent(word: string, first: number): string {
  const agreed = ["eedly", "eed"].find((suffix) => word.endsWith(suffix));
  if (agreed !== undefined) {
    const stem = word.length - agreed.length;
    return stem >= first ? `${word.slice(0, stem)}ee` : word;
  }
  const suffix = PAST.find((ending) => word.endsWith(ending));
  if (suffix === undefined) return word;
  const stem = word.slice(0, -suffix.length);
  if (!hasVowel(stem, stem.length)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/([bdfgmnprt])\1$/.test(stem)) return stem.slice(0, -1);
  return first >= stem.length && endsShort(stem) ? `${stem}e` : stem;
}

const PAST = ["ingly", "edly", "ing", "ed"] as const;

/** Checks whether a word ends like hop, bed and at: its e is only heard through the vowel before. */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  if (isVowel(word, last) || !isVowel(word, last - 1)) return false;
  if (last === 1) return true;
  return last > 1 && !isVowel(word, last - 2) && !"wxY".includes(word.charAt(last));
}

function replaceFinalY(word: string): string {
  const last = word.length - 1;
  if (last < 2 || isVowel(word, last - 1)) return word;
  return word.endsWith("y") || word.endsWith("Y") ? `${word.slice(0, -1)}i` : word;
}

type Suffixes = readonly (readonly [suffix: string, replacement: string, before?: string])[];

/** Suffixes, longest first; the third element lists letters of which one has to precede. */
const COMMON_SUFFIXES: Suffixes = [
  ["ational", "ate"],
  ["fulness", "ful"],
  ["iveness", "ive"],
  ["ization", "ize"],
  ["ousness", "ous"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["tional", "tion"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ation", "ate"],
  ["entli", "ent"],
  ["fulli", "ful"],
  ["iviti", "ive"],
  ["ousli", "ous"],
  ["abli", "able"],
  ["alli", "al"],
  ["anci", "ance"],
  ["ator", "ate"],
  ["enci", "ence"],
  ["izer", "ize"],
  ["bli", "ble"],
  ["ogi", "og", "l"],
  ["li", "", "cdeghkmnrt"],
];

const RARER_SUFFIXES: Suffixes = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

function replaceSuffix(word: string, suffixes: Suffixes, first: number): string {
  if (word.length - 2 < first) return word;
  const found = suffixes.find(([suffix]) => word.endsWith(suffix));
  if (!found) return word;
  const [suffix, replacement, before] = found;
  const stem = word.length - suffix.length;
  if (stem < first) return word;
  if (before !== undefined && !before.includes(word.charAt(stem - 1) || " ")) return word;
  return word.slice(0, stem) + replacement;
}

function dropAtive(word: string, second: number): string {
  return word.endsWith("ative") && word.length - 5 >= second ? word.slice(0, -5) : word;
}

const LAST_SUFFIXES =
  "ement ance ence able ible ment ant ent ion ism ate iti ous ive ize al er ic".split(" ");

function dropSuffix(word: string, second: number): string {
  if (word.length - 2 < second) return word;
  const suffix = LAST_SUFFIXES.find((ending) => word.endsWith(ending));
  if (suffix === undefined || word.length - suffix.length < second) return word;
  const stem = word.slice(0, -suffix.length);
  return suffix !== "ion" || /[st]$/.test(stem) ? stem : word;
}

function trimEnd(word: string, { first, second }: { first: number; second: number }): string {
  const last = word.length - 1;
  if (word.endsWith("ll") && last >= second) return word.slice(0, -1);
  if (!word.endsWith("e")) return word;
  const stem = word.slice(0, -1);
  return last >= second || (last >= first && !endsShort(stem)) ? stem : word;
}
