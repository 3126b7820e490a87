import { truncateToLine } from "../../../kernel/text/truncate.ts";
import { countTokens } from "../../../llm/count-tokens.ts";
import { truncateToTokens } from "../tokens/truncate-to-tokens.ts";
import type { SummarySource } from "./summarize.ts";

/** Length that is left of one text. */
const LINE_CHARS = 160;
/** Share that an earlier summary may take of the whole. */
const BEFORE_SHARE = 0.5;

/** Shortens a conversation without a model: the beginnings of what was said last, in at most `tokens`. */
export function fallbackSummary({ before, texts }: SummarySource, tokens: number): string {
  const start = truncateToTokens(before, Math.floor(tokens * BEFORE_SHARE), "head");
  const lines: string[] = [];
  let left = tokens - countTokens(start) - 1;
  for (const text of texts.toReversed()) {
    const line = `- ${truncateToLine(text, LINE_CHARS)}`;
    left -= countTokens(line) + 1;
    if (left < 0) break;
    lines.unshift(line);
  }
  return [...(start ? [start] : []), ...lines].join("\n");
}
