import { findTimeZone } from "../clock/find-time-zone.ts";
import type { Mark, Meaning, Words } from "./mark.ts";

/** Order in 3/4 for a locale: month or day first; undefined if unknown. */
export type DateOrder = "day-first" | "month-first" | undefined;

/** Cuts a text into the words, numbers, clocks and dates that a language has, in their order. */
export type MarkReader = (text: string, order: DateOrder) => readonly Mark[];

export function createMarkReader(words: Words): MarkReader {
  const { ordinalEnding, ordinalMeaning } = words;
  const meanings = new Map<string, Meaning>();
  for (const [alternatives, meaning] of phrasesOf(words)) {
    for (const phrase of alternatives.split("|").map(foldTime)) {
      meanings.set(phrase, joinMeanings(meanings.get(phrase), meaning));
    }
  }
  const ordinal = new RegExp(`(\\d{1,2})${ordinalEnding}(?![\\p{L}\\p{N}])`, "uy");

  return (text, order) => {
    const folded = foldTime(text);
    const marks: Mark[] = [];
    let place = 0;
    while (place < folded.length) {
      const mark =
        readNumeric(folded, place, order) ??
        readOrdinal({ ordinal, ordinalMeaning }, folded, place) ??
        readNumber(folded, place) ??
        readPhrase(meanings, folded, place) ??
        readOther(folded, place);
      if (!mark) {
        place++;
        continue;
      }
      marks.push(mark);
      place += mark.text.length;
    }
    return marks;
  };
}

function* phrasesOf({
  numbers,
  ordinals = {},
  weekdays,
  months,
  phrases,
}: Words): Generator<readonly [phrases: string, meaning: Meaning]> {
  for (const [number, text] of Object.entries(numbers)) yield [text, { number: Number(number) }];
  for (const [number, text] of Object.entries(ordinals)) yield [text, { ordinal: Number(number) }];
  for (const [weekday, text] of weekdays.entries()) yield [text, { weekday }];
  for (const [month, text] of months.entries()) yield [text, { month }];
  yield* phrases;
}

function joinMeanings(one: Meaning | undefined, other: Meaning): Meaning {
  if (!one) return other;
  return { ...one, ...other, roles: [...(one.roles ?? []), ...(other.roles ?? [])] };
}

function matchAt(pattern: RegExp, text: string, place: number): RegExpExecArray | undefined {
  pattern.lastIndex = place;
  return pattern.exec(text) ?? undefined;
}

/** Reads numeric notations, which are the same in all languages. */
function readNumeric(text: string, place: number, order: DateOrder): Mark | undefined {
  return (
    readIso(text, place) ??
    readDayMonthYear(text, place, order) ??
    readHanDate(text, place) ??
    readClock(text, place) ??
    readZone(text, place)
  );
}

const ISO =
  /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:(?:t| |, )(\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)?)?(?: ?(z|[+-]\d\d:?\d\d)(?![\p{L}\p{N}]))?(?![\p{L}\p{N}])/uy;

function readIso(text: string, place: number): Mark | undefined {
  const match = matchAt(ISO, text, place);
  if (!match) return undefined;
  const [whole, year, , month, day, hour, minute, zone] = match;
  const timeZone = zone ? findTimeZone(zone) : undefined;
  return {
    text: whole,
    meaning: {
      date: { year: Number(year), month: Number(month) - 1, day: Number(day) },
      ...(hour ? { clock: { hour: Number(hour), minute: Number(minute), isExact: true } } : {}),
      ...(timeZone ? { zone: timeZone } : {}),
    },
  };
}

const DOTTED_DATE = /(\d{1,2})\.(\d{1,2})\.(?:(\d{4})|(\d\d)(?![\d:]))?(?![\p{L}\p{N}])/uy;
const SLASHED_DATE = /(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d\d))?(?![\p{L}\p{N}/])/uy;
const DASHED_DATE = /(\d{1,2})-(\d{1,2})-(\d{4})(?![\p{L}\p{N}-])/uy;
const SHORT_DATE = /(0?[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])(?![\p{L}\p{N}.:])/uy;

function readDayMonthYear(text: string, place: number, order: DateOrder): Mark | undefined {
  const dotted = matchAt(DOTTED_DATE, text, place);
  if (dotted) {
    const [whole, day, month, long, short] = dotted;
    return dateMark(whole, { day, month, year: long ?? short });
  }
  const slashed = matchAt(SLASHED_DATE, text, place) ?? matchAt(DASHED_DATE, text, place);
  if (slashed) {
    const [whole, first, second, year] = slashed;
    const known = slashOrder(Number(first), Number(second)) ?? order;
    if (!known) return { text: whole, meaning: { roles: ["or"] } };
    return known === "day-first"
      ? dateMark(whole, { day: first, month: second, year })
      : dateMark(whole, { day: second, month: first, year });
  }
  const short = matchAt(SHORT_DATE, text, place);
  if (!short) return undefined;
  const [whole, day, month] = short;
  const clock = { hour: Number(day), minute: Number(month), isExact: true };
  const date = { day: Number(day), month: Number(month) - 1 };
  return { text: whole, meaning: { date, clock, isWeak: true } };
}

function slashOrder(first: number, second: number): DateOrder {
  if (first > 12 && second <= 12) return "day-first";
  if (second > 12 && first <= 12) return "month-first";
  return first === second ? "day-first" : undefined;
}

interface DateText {
  readonly day: string | undefined;
  readonly month: string | undefined;
  readonly year: string | undefined;
}

function dateMark(text: string, { day, month, year }: DateText): Mark {
  const date = { day: Number(day), month: Number(month) - 1 };
  if (year === undefined) return { text, meaning: { date } };
  const full = year.length === 2 ? 2000 + Number(year) : Number(year);
  return { text, meaning: { date: { ...date, year: full } } };
}

const HAN_DATE = /(?:(\d{4})年)?(\d{1,2})月(\d{1,2})(?:日|号|號)/uy;

function readHanDate(text: string, place: number): Mark | undefined {
  const match = matchAt(HAN_DATE, text, place);
  if (!match) return undefined;
  const [whole, year, month, day] = match;
  return dateMark(whole, { day, month, year });
}

const COLON_CLOCK =
  /([01]?\d|2[0-4]):([0-5]\d)(?::[0-5]\d)?(?:([ap])m(?!\p{L})| ?([ap])\. ?m\.)?(?![\p{L}\p{N}:])/uy;
const HALF_DAY_CLOCK =
  /(1[0-2]|0?[1-9])(?:\.([0-5]\d))?(?:([ap])m(?!\p{L})| ?([ap])\. ?m\.)(?![\p{L}\p{N}])/uy;
const LETTER_CLOCK = /([01]?\d|2[0-4])(?: ?uhr ?| ?h ?)([0-5]\d)(?: ?uhr)?(?![\p{L}\p{N}:])/uy;
const DOT_CLOCK = /([01]?\d|2[0-3])\.([0-5]\d)(?= ?(?:uhr|h)(?!\p{L}))/uy;

function readClock(text: string, place: number): Mark | undefined {
  const match =
    matchAt(COLON_CLOCK, text, place) ??
    matchAt(HALF_DAY_CLOCK, text, place) ??
    matchAt(LETTER_CLOCK, text, place) ??
    matchAt(DOT_CLOCK, text, place);
  if (!match) return undefined;
  const [whole, hour, minute = 0, close, spaced] = match;
  const half = close ?? spaced;
  const clock = { hour: Number(hour), minute: Number(minute), isExact: true };
  if (!half) return { text: whole, meaning: { clock } };
  return { text: whole, meaning: { clock, part: half === "a" ? "am" : "pm" } };
}

const OFFSET_ZONE = /(?:utc|gmt)(?: ?[+-] ?\d{1,2}(?::?\d\d)?)?(?![\p{L}\p{N}])/uy;
const NAMED_ZONE = /\p{L}+\/[\p{L}_]+(?:\/[\p{L}_]+)?(?![\p{L}\p{N}])/uy;

function readZone(text: string, place: number): Mark | undefined {
  const match = matchAt(OFFSET_ZONE, text, place) ?? matchAt(NAMED_ZONE, text, place);
  if (!match) return undefined;
  const zone = findTimeZone(match[0].replaceAll(/ ?([+-]) ?/g, "$1"));
  return zone ? { text: match[0], meaning: { zone } } : undefined;
}

interface Ordinals {
  readonly ordinal: RegExp;
  readonly ordinalMeaning: Meaning | undefined;
}

function readOrdinal(
  { ordinal, ordinalMeaning }: Ordinals,
  text: string,
  place: number,
): Mark | undefined {
  const match = matchAt(ordinal, text, place);
  if (!match) return undefined;
  const value = Number(match[1]);
  return { text: match[0], meaning: { ...ordinalMeaning, number: value, ordinal: value } };
}

const NUMBER = /\d+(?:[.,]\d+)?(?![\d%€$£₽])/uy;

function readNumber(text: string, place: number): Mark | undefined {
  const match = matchAt(NUMBER, text, place);
  if (!match) return undefined;
  const number = Number(match[0].replace(",", "."));
  return { text: match[0], meaning: { number, isExact: /^0\d/.test(match[0]) } };
}

const MAX_WORDS = 6;
const WORD = /[\p{L}\p{M}']+|@/uy;
const BETWEEN_WORDS = /[ -]|, |\. ?/uy;

/** Finds the longest phrase that starts here. */
function readPhrase(
  meanings: ReadonlyMap<string, Meaning>,
  text: string,
  place: number,
): Mark | undefined {
  if (UNSPACED.test(text.charAt(place))) return readUnspaced(meanings, text, place);
  let found: Mark | undefined;
  let phrase = "";
  let end = place;
  for (let count = 0; count < MAX_WORDS; count++) {
    const word = matchAt(WORD, text, end)?.[0];
    if (word === undefined) break;
    phrase += word;
    end += word.length;
    const meaning = meanings.get(phrase);
    if (meaning) found = { text: text.slice(place, end), meaning };
    const gap = matchAt(BETWEEN_WORDS, text, end)?.[0];
    if (gap !== " " && gap !== "-") break;
    phrase += " ";
    end += gap.length;
  }
  return found;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const MAX_SIGNS = 6;

function readUnspaced(
  meanings: ReadonlyMap<string, Meaning>,
  text: string,
  place: number,
): Mark | undefined {
  for (let length = MAX_SIGNS; length > 0; length--) {
    const phrase = text.slice(place, place + length);
    const meaning = phrase.length === length ? meanings.get(phrase) : undefined;
    if (meaning) return { text: phrase, meaning };
  }
  return undefined;
}

const OTHER = /[\p{L}\p{M}\p{N}']+|[^\s\p{L}\p{N},.;!?"'()-]/uy;

/** A word of no meaning here; between words there is nothing to read. */
function readOther(text: string, place: number): Mark | undefined {
  const sign = text.charAt(place);
  if (UNSPACED.test(sign)) return { text: sign };
  const match = matchAt(OTHER, text, place);
  return match ? { text: match[0] } : undefined;
}

/** Normalizes a text for comparing its words and numbers: lower-case, without accents, with punctuation. */
function foldTime(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036F]/g, "")
    .normalize("NFC")
    .replaceAll("ß", "ss")
    .replaceAll(/[’`´]/g, "'")
    .replaceAll(/[‐‑‒–—−]/g, "-")
    .replaceAll(/\s+/g, " ")
    .trim();
}
