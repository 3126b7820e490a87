import { windowsOf } from "./create-redactor.ts";
import { type Word, wordsIn } from "./words-in.ts";

/**
 * Returns the parts of a long text that no one else wrote: shared wording, such as a signature, is left
 * out. `others` are the other people's texts.
 */
export function uniqueParts(text: string, others: readonly string[]): readonly string[] {
  const theirs = new Set(others.flatMap((other) => windowsOf(wordsIn(other)).map(nameOf)));
  const parts: { from: number; to: number; last: number }[] = [];
  for (const [at, window] of windowsOf(wordsIn(text)).entries()) {
    const from = window[0]?.from ?? 0;
    const to = window.at(-1)?.to ?? 0;
    if (theirs.has(nameOf(window))) continue;
    const before = parts.at(-1);
    if (before?.last === at - 1) Object.assign(before, { to, last: at });
    else parts.push({ from, to, last: at });
  }
  return parts.map(({ from, to }) => text.slice(from, to));
}

function nameOf(window: readonly Word[]): string {
  return window.map(({ key }) => key).join(" ");
}
