import type { ArgumentRole } from "@reeve/sdk";
import { exactNumbersIn } from "../values-in.ts";
import { endsClause, type ReadText, startsClause, type TokenRange } from "./clauses.ts";
import { isGuarded, isUnderstood } from "./guards.ts";
import { hasHidden, informationIn, mixesScripts, normalize } from "./plain-text.ts";
import { findTokens, type Token, tokensIn } from "./tokens.ts";

/** A stored text needs this much information, in bits: shorter ones could be put together from crumbs. */
export const MIN_BITS = 24;

/**
 * Checks whether the asker said this value: one contiguous quotation of a message that they typed. Untrusted
 * text then chooses at most which of their own words are used. The method is that of `docs/decisions`.
 */
export function isDictated(value: string, role: ArgumentRole, said: readonly ReadText[]): boolean {
  const written = normalize(value);
  if (!isPlain(written)) return false;
  if (role === "body" || role === "command") return isSaidText(written, said);
  return isSaidValue(written, role, said);
}

/** Checks whether a text is one or more whole clauses in a row that somebody said. */
export function isSaidText(value: string, said: readonly ReadText[], least = MIN_BITS): boolean {
  const written = normalize(value);
  if (!isPlain(written) || informationIn(written) < least) return false;
  const tokens = tokensIn(written);
  return said.some((text) =>
    findTokens(tokens, text.tokens, isSameWord).some((start) =>
      isWholeClause(text, { start, end: start + tokens.length }),
    ),
  );
}

/** Checks whether a text holds nothing hidden and no token of mixed scripts. */
export function isPlain(text: string): boolean {
  return !hasHidden(text) && !tokensIn(text).some((token) => mixesScripts(token.text));
}

/** Checks whether a value stands in a text as whole tokens. */
export function isSaidValue(
  value: string,
  role: ArgumentRole | "time",
  said: readonly ReadText[],
): boolean {
  const written = normalize(value);
  if (role === "amount")
    return said.some(({ tokens }) => tokens.some((token) => isAmount(written, token)));
  const tokens = tokensIn(written);
  const isSame = role === "recipient" ? isSameName : isExact;
  return said.some((text) => findTokens(tokens, text.tokens, isSame).length > 0);
}

/** Checks whether a token can only be read as this amount. */
export function isAmount(amount: string, { text }: Token): boolean {
  const reading = decimalIn(text);
  return reading !== undefined && reading === exactNumbersIn(amount)[0];
}

/** Returns a number as machines write it; undefined if its sign may stand before decimals or thousands. */
function decimalIn(text: string): string | undefined {
  const isGrouped = /^\d{1,3}(?:[.,'_]\d{3})+$/.test(text);
  const [whole, decimals] = /^(\d+(?:[.,'_]\d{3})*)(?:[.,](\d+))?$/.exec(text)?.slice(1) ?? [];
  if (whole === undefined || isGrouped) return undefined;
  const digits = whole.replaceAll(/\D/g, "");
  return exactNumbersIn(decimals === undefined ? digits : `${digits}.${decimals}`)[0];
}

function isWholeClause(text: ReadText, range: TokenRange): boolean {
  if (!startsClause(text, range.start) || !endsClause(text, range.end)) return false;
  return text.sentences
    .filter(({ start, end }) => start < range.end && end > range.start)
    .every((sentence) => {
      if (range.start <= sentence.start && range.end >= sentence.end) return true;
      return isUnderstood(text, sentence) && !isGuardedAround(text, sentence, range);
    });
}

/** Checks for a negation or a condition in a sentence, outside of a range. */
function isGuardedAround(
  { text, tokens }: ReadText,
  sentence: TokenRange,
  range: TokenRange,
): boolean {
  const before = tokens.slice(sentence.start, Math.max(sentence.start, range.start));
  const after = tokens.slice(Math.min(range.end, sentence.end), sentence.end);
  return [before, after].some((part) => {
    const written = text.slice(part[0]?.start ?? 0, part.at(-1)?.end ?? 0);
    return isGuarded(written, part);
  });
}

function isExact(one: string, other: string): boolean {
  return one === other;
}

/** Compares names and addresses: handles and mail addresses ignore case; chain addresses do not. */
export function isSameName(one: string, other: string): boolean {
  if (one === other) return true;
  return one.length < 40 && one.toLowerCase() === other.toLowerCase();
}

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const isAddress = /[/@\d_]|\.\w/.test(one);
  return !isAddress && one.toLowerCase() === other.toLowerCase();
}
