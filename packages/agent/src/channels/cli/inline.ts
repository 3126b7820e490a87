import { type Style, turnOffLast, turnOn } from "./style.ts";

export interface InlineOptions {
  /** Where to begin; what stands before is known to be shown. */
  readonly from: number;
  /** False while more of the line may come. */
  readonly isWhole: boolean;
  /** Styles that are on around the text. */
  readonly around: readonly Style[];
}

export interface Rendered {
  readonly shown: string;
  /** Where the part ends that is decided and therefore shown. */
  readonly end: number;
}

/**
 * Renders Markdown inside a line: emphasis, code, links. Of an unfinished line it
 * shows only the part that no later character can change.
 */
export function renderInline(source: string, options: InlineOptions): Rendered {
  let shown = "";
  let end = options.from;
  while (end < source.length) {
    const token = readToken(source, end);
    if (token.isOpenEnded && !options.isWhole) break;
    shown += showToken(token, options.around);
    end += token.length;
  }
  return { shown, end };
}

interface Token {
  readonly length: number;
  /** Whether what follows the source's end could still change it. */
  readonly isOpenEnded: boolean;
  readonly text: string;
  readonly style?: Style | undefined;
  /** Rendered in turn; other text is shown as it is. */
  readonly isNested?: boolean;
  /** Follows the text, dimmed. */
  readonly url?: string | undefined;
}

function showToken({ text, style, isNested, url }: Token, around: readonly Style[]): string {
  const styles = style ? [...around, style] : around;
  const whole = { from: 0, isWhole: true, around: styles };
  const inner = isNested ? renderInline(text, whole).shown : text;
  const styled = style ? `${turnOn(style)}${inner}${turnOffLast(styles)}` : inner;
  if (url === undefined || url === text) return styled;
  return `${styled}${turnOn("dim")} (${url})${turnOffLast([...around, "dim"])}`;
}

function readToken(source: string, at: number): Token {
  const unit = source.charAt(at);
  if (unit === "\\") return readEscape(source, at);
  if (unit === "`") return readCode(source, at);
  if (unit === "*" || unit === "_" || unit === "~") return readEmphasis(source, at);
  if (unit === "[" || unit === "!") return readLink(source, at);
  const isHalf = /[\uD800-\uDBFF]/.test(unit) && at + 1 === source.length;
  return { length: 1, text: unit, isOpenEnded: isHalf };
}

function readEscape(source: string, at: number): Token {
  const next = source.charAt(at + 1);
  if (next === "") return { length: 1, text: "\\", isOpenEnded: true };
  if (!/[!-/:-@[-`{-~]/.test(next)) return { length: 1, text: "\\", isOpenEnded: false };
  return { length: 2, text: next, isOpenEnded: false };
}

function readCode(source: string, at: number): Token {
  const ticks = runOf("`", source, at);
  const start = at + ticks.length;
  let end = source.indexOf(ticks, start);
  while (end >= 0 && runOf("`", source, end).length !== ticks.length) {
    end = source.indexOf(ticks, end + runOf("`", source, end).length);
  }
  if (end < 0 || start >= source.length) {
    return { length: ticks.length, text: ticks, isOpenEnded: true };
  }
  const code = source.slice(start, end);
  const text = /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code;
  // A run that reaches the end could still grow and be another one.
  const isOpenEnded = end + ticks.length === source.length;
  return { length: end + ticks.length - at, text, style: "cyan", isOpenEnded };
}

const EMPHASIS: Readonly<Record<string, Style>> = {
  "*": "italic",
  _: "italic",
  "**": "bold",
  __: "bold",
  "~~": "strike",
};

function readEmphasis(source: string, at: number): Token {
  const unit = source.charAt(at);
  const run = runOf(unit, source, at);
  const plain: Token = {
    length: run.length,
    text: run,
    isOpenEnded: at + run.length === source.length,
  };
  const marker = run.length > 2 ? run.slice(0, 2) : run;
  const style = EMPHASIS[marker];
  const next = source.charAt(at + run.length);
  const isInWord = unit === "_" && /[\p{L}\p{N}]/u.test(source.charAt(at - 1));
  if (!style || plain.isOpenEnded || isInWord || /\s/.test(next)) return plain;

  const start = at + marker.length;
  const { end, isOpenEnded } = findClosing(marker, source, at + run.length);
  if (end === undefined) return { ...plain, isOpenEnded: true };
  return {
    length: end + marker.length - at,
    text: source.slice(start, end),
    style,
    isNested: true,
    isOpenEnded: isOpenEnded || end + marker.length === source.length,
  };
}

interface Closing {
  readonly end?: number;
  /** A code span that is still open could swallow the end. */
  readonly isOpenEnded: boolean;
}

/** Where the emphasis ends: at a run that is long enough, after a character that is no space. */
function findClosing(marker: string, source: string, from: number): Closing {
  const unit = marker.charAt(0);
  let isOpenEnded = false;
  let at = from;
  while (at < source.length) {
    const char = source.charAt(at);
    if (char === "\\") at += 2;
    else if (char === "`") {
      const code = readCode(source, at);
      isOpenEnded ||= code.isOpenEnded;
      at += code.length;
    } else if (char !== unit) at += 1;
    else {
      const run = runOf(unit, source, at);
      const follows = source.charAt(at + run.length);
      const isInWord = unit === "_" && /[\p{L}\p{N}]/u.test(follows);
      const isClosing = !/\s/.test(source.charAt(at - 1)) && !isInWord;
      const fits = marker.length === 1 ? run.length !== 2 : run.length >= 2;
      if (isClosing && fits) return { end: at + run.length - marker.length, isOpenEnded };
      at += run.length;
    }
  }
  return { isOpenEnded: true };
}

const LINK = /^!?\[([^[\]\n]*)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)/;
const LINK_TO_COME =
  /^!?(?:\[[^[\]\n]*(?:\](?:\([^()\s]*(?:\([^()\s]*(?:\)[^()\s]*)?)*(?:\s+(?:"[^"]*"?)?)?)?)?)?$/;

function readLink(source: string, at: number): Token {
  const rest = source.slice(at);
  const link = LINK.exec(rest);
  if (!link) return { length: 1, text: rest.charAt(0), isOpenEnded: LINK_TO_COME.test(rest) };
  const [whole, text = "", url = ""] = link;
  return {
    length: whole.length,
    text,
    style: "underline",
    isNested: true,
    url,
    isOpenEnded: false,
  };
}

function runOf(unit: string, source: string, at: number): string {
  let end = at;
  while (source.charAt(end) === unit) end += 1;
  return source.slice(at, end);
}
