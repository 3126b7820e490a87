import { createContext, Script } from "node:vm";
import { Fault } from "@reeve/sdk";

export interface LineMatch {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** A pattern that takes longer is one of those that never end. */
const TIMEOUT_MS = 200;
const MAX_LINE_CHARS = 2000;

const script = new Script(`
  const expression = new RegExp(pattern, "iu");
  const found = [];
  for (let index = 0; index < lines.length && found.length < limit; index++)
    if (expression.test(lines[index])) found.push(index);
  JSON.stringify(found);
`);

/**
 * The lines that match a regular expression, in any case. A pattern that is
 * none, or that runs away, is `invalid`: matching is ended from outside, so no
 * expression can hold up the process.
 */
export function matchLines(
  text: string,
  { pattern, limit }: { pattern: string; limit: number },
): readonly LineMatch[] {
  const lines = text.split("\n").map((line) => line.slice(0, MAX_LINE_CHARS));
  const indexes = runMatch({ lines, pattern, limit });
  return indexes.map((index) => ({ line: index + 1, text: lines[index] ?? "" }));
}

function runMatch(input: Record<string, unknown>): readonly number[] {
  try {
    return JSON.parse(script.runInContext(createContext(input), { timeout: TIMEOUT_MS }));
  } catch (error) {
    throw new Fault("invalid", `The pattern is not valid: ${String(error)}`, {
      hint: "Use a simpler regular expression, or plain words.",
    });
  }
}
