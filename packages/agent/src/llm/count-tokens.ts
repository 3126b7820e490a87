/** Kinds of letters that tokenizers treat alike. */
type Script =
  | "space"
  | "newline"
  | "digit"
  | "word"
  | "accent"
  | "sign"
  | "slavic"
  | "abugida"
  | "hangul"
  | "han"
  | "pictograph";

/** No text has more tokens than this for each of its UTF-16 units, but for rounding up. */
export const MAX_PER_CHARACTER = 1.1;

/**
 * About how many tokens a text is, for budgets: no tokenizer is loaded and every
 * provider's differs. It reads the text once, by script, and errs on the high side.
 */
export function countTokens(text: string): number {
  return text.length < LONG_CHARS ? count(text) : countOnce(text);
}

/** Longer texts, such as sections of a prompt, are counted with each request and rarely change. */
const LONG_CHARS = 200;
const MAX_CHARS = 2_000_000;

const counted = new Map<string, number>();
let countedChars = 0;

/** Counts a text, or returns what it came to if it was counted before. */
function countOnce(text: string): number {
  const known = counted.get(text);
  if (known !== undefined) return known;
  const tokens = count(text);
  counted.set(text, tokens);
  countedChars += text.length;
  for (const oldest of counted.keys()) {
    if (countedChars <= MAX_CHARS) break;
    counted.delete(oldest);
    countedChars -= oldest.length;
  }
  return tokens;
}

function count(text: string): number {
  let tokens = 0;
  let script: Script = "newline";
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const next = scriptOf(text.charCodeAt(at));
    if (next !== script) {
      tokens += costOf(script, length);
      script = next;
      length = 0;
    }
    length += 1;
  }
  return Math.ceil(tokens + costOf(script, length));
}

function scriptOf(code: number): Script {
  if (code < 0x80) return ASCII[code] ?? "sign";
  if (code < 0x370) return "accent";
  if (code < 0x590) return "slavic";
  if (code < 0x1100) return "abugida";
  if (code < 0x1200 || (code >= 0xac00 && code < 0xd7b0)) return "hangul";
  if (code < 0x2000) return "abugida";
  if (code < 0x2e80) return "pictograph";
  if (code < 0xd800) return "han";
  if (code < 0xe000) return "pictograph";
  return code < 0xfe00 ? "han" : "pictograph";
}

function asciiScriptOf(code: number): Script {
  if (code === 0x20) return "space";
  if (code >= 0x30 && code <= 0x39) return "digit";
  const lower = code | 0x20;
  if (lower >= 0x61 && lower <= 0x7a) return "word";
  return code < 0x20 ? "newline" : "sign";
}

const ASCII: readonly Script[] = Array.from({ length: 0x80 }, (_, code) => asciiScriptOf(code));

/** The tokens of a run of one script. */
function costOf(script: Script, length: number): number {
  if (length === 0) return 0;
  switch (script) {
    // One space belongs to the word after it.
    case "space":
      return length > 1 ? 1 : 0;
    case "newline":
      return 1;
    case "digit":
      return Math.ceil(length / 3);
    case "word":
      return 1 + Math.max(0, length - 7) / 5;
    // It splits its word, which costs a token already.
    case "accent":
      return length / 4;
    case "sign":
      return Math.ceil(length / 2);
    case "slavic":
      return Math.max(1, length / 2.8);
    case "abugida":
      return Math.max(1, length / 2.4);
    case "hangul":
      return length * 0.8;
    case "han":
      return length;
    case "pictograph":
      return length * 1.1;
  }
}
