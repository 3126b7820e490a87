import { foldText } from "../../kernel/text/fold-text.ts";
import { withoutStyles } from "../../kernel/text/plain-text.ts";
import { createTermMatcher, type TermMatch } from "../../kernel/text/term-matcher.ts";
import { readPhrases } from "../../platform/words.ts";

/** Nobody asks for several things in fewer characters. */
const MIN_CHARS = 30;
/**
 * Maximum characters read: what follows says little about the whole, and the sender would choose
 * the time.
 */
const MAX_CHARS = 2_000;
/** One of these says as much as several letters. */
const DENSE = /[\u3040-\u30FF\u3400-\u9FFF]/gu;
const DENSE_CHARS = 3;
/** Minimum words of a part that asks for something. */
const MIN_WORDS = 2;
const MIN_DENSE = 2;

/**
 * Whether a message reads like several things to do after each other, by the words that join
 * them. `several` is a guess that costs one small request to a planner; nothing else depends on it.
 */
export function classifyComplexity(text: string): "one" | "several" {
  const some = text.slice(0, MAX_CHARS);
  if (lengthOf(some) < MIN_CHARS) return "one";
  const folded = foldText(withoutStyles(some));
  const joints = match()(folded);
  if (joints.length === 0) return "one";
  return partsBetween(folded, joints).filter(asksForSomething).length > 1 ? "several" : "one";
}

function lengthOf(text: string): number {
  return text.length + (DENSE_CHARS - 1) * denseIn(text);
}

function denseIn(text: string): number {
  return text.match(DENSE)?.length ?? 0;
}

function partsBetween(folded: string, joints: readonly TermMatch<true>[]): readonly string[] {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of joints) {
    if (start > at) parts.push(folded.slice(at, start));
    at = Math.max(at, end);
  }
  return [...parts, folded.slice(at)];
}

function asksForSomething(part: string): boolean {
  const words = part.split(" ").filter((word) => word !== "");
  return words.length >= MIN_WORDS || denseIn(part) >= MIN_DENSE;
}

type Match = ReturnType<typeof createTermMatcher<true>>;

let compiled: Match | undefined;

/** Compiled when first needed, because not every process routes messages. */
function match(): Match {
  compiled ??= createTermMatcher(
    readPhrases("connectives").map((text) => ({ text, value: true as const })),
  );
  return compiled;
}
