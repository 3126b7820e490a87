import { countTokens, MAX_PER_CHARACTER } from "../../../llm/count-tokens.ts";

/** Which part of a text survives: its beginning, or its beginning and its end. */
export type EndToKeep = "head" | "ends";

/** Each further try keeps this share of the one before. */
const SHRINK = 0.8;

/**
 * A text of at most `tokens`: one that is longer loses its end or its middle
 * and says how much. Empty where not even the mark fits.
 */
export function truncateToTokens(text: string, tokens: number, keep: EndToKeep): string {
  if (text.length * MAX_PER_CHARACTER + 1 <= tokens) return text;
  const whole = countTokens(text);
  if (whole <= tokens) return text;
  const start = Math.floor((text.length * tokens) / whole);
  for (let kept = start; kept > 0; kept = Math.floor(kept * SHRINK)) {
    const cut = withMark(text, kept, keep);
    if (countTokens(cut) <= tokens) return cut;
  }
  return "";
}

function withMark(text: string, kept: number, keep: EndToKeep): string {
  const mark = `[… ${text.length - kept} characters omitted …]`;
  if (keep === "head") return `${text.slice(0, kept).toWellFormed()}\n${mark}`;
  const head = Math.ceil(kept / 2);
  const tail = text.slice(text.length - (kept - head));
  return `${text.slice(0, head).toWellFormed()}\n${mark}\n${tail.toWellFormed()}`;
}
