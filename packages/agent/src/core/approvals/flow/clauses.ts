import { type Token, tokensIn } from "./tokens.ts";

/** A normalized text with its tokens and the gaps between them. */
export interface ReadText {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Sentences as ranges of tokens, `end` excluded. */
  readonly sentences: readonly TokenRange[];
}

export interface TokenRange {
  readonly start: number;
  readonly end: number;
}

/** Reads a normalized text. */
export function readText(text: string): ReadText {
  const tokens = tokensIn(text);
  const sentences: TokenRange[] = [];
  let start = 0;
  for (const [index] of tokens.entries()) {
    const gap = gapAfter(text, tokens, index);
    const isLast = index === tokens.length - 1;
    if (!isLast && !SENTENCE_END.test(gap)) continue;
    sentences.push({ start, end: index + 1 });
    start = index + 1;
  }
  return { text, tokens, sentences };
}

/** Checks whether a clause starts at this token. */
export function startsClause({ text, tokens }: ReadText, at: number): boolean {
  return at === 0 || CLAUSE_EDGE.test(gapAfter(text, tokens, at - 1));
}

/** Checks whether a clause ends before this token. */
export function endsClause({ text, tokens }: ReadText, end: number): boolean {
  return end === tokens.length || CLAUSE_EDGE.test(gapAfter(text, tokens, end - 1));
}

/** Returns the signs between a token and the next one, or the end of the text. */
export function gapAfter(text: string, tokens: readonly Token[], index: number): string {
  return text.slice(tokens[index]?.end ?? 0, tokens[index + 1]?.start ?? text.length);
}

/** Sentence ends of UAX #29, and line ends. */
const SENTENCE_END = /[.!?…。！？؟।॥\n]/u;

const CLAUSE_EDGE = /[.!?…。！？؟।॥\n;:,—()，、；：،؛"]|\s-\s/u;
