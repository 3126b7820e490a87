/** A word, number, address or handle, and where it stands in its text. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Splits a normalized text into tokens. Addresses, versions, decimals and handles are one token each; scripts
 * that are written without spaces have one token per character (UAX #29 leaves those to dictionaries).
 */
export function tokensIn(text: string): readonly Token[] {
  const found: Token[] = [];
  const pattern = new RegExp(TOKEN);
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [written, address] = match;
    const token = address === undefined ? written : withoutEnd(address);
    const end = match.index + token.length;
    found.push({ text: token, start: match.index, end });
    pattern.lastIndex = end;
  }
  return found;
}

/** Scripts written without spaces. */
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";

const LETTER = `(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}\\u200C\\u200D])`;

/** Signs that join two letters to one token. */
const JOINER = "[.@:/\\-_#+%'~=&?,]";

const TOKEN = new RegExp(
  [
    `([a-z][a-z0-9+.-]*://[^\\s<>"\`${UNSPACED}，。、；：！？（）]+)`,
    `(?:[@#+~$/]|\\./)?${LETTER}+(?:(?:${JOINER}|://)+${LETTER}+)*`,
    `[${UNSPACED}]\\p{M}*`,
    "\\p{Extended_Pictographic}",
  ].join("|"),
  "giu",
);

/** Punctuation behind an address belongs to its sentence. */
function withoutEnd(address: string): string {
  const plain = address.replace(/[.,;:!?'"*_]+$/, "");
  const isOpen = plain.endsWith(")") && !plain.includes("(");
  return isOpen ? withoutEnd(plain.slice(0, -1)) : plain;
}

/** Returns the places where the tokens of `value` stand in a row, as positions of the first of them. */
export function findTokens(
  value: readonly Token[],
  text: readonly Token[],
  isSame: (one: string, other: string) => boolean,
): readonly number[] {
  if (value.length === 0) return [];
  const last = text.length - value.length;
  const starts: number[] = [];
  for (let at = 0; at <= last; at += 1) {
    if (value.every((token, index) => isSame(token.text, text[at + index]?.text ?? "")))
      starts.push(at);
  }
  return starts;
}

/** Compares words without their case. */
export function isSameInAnyCase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
