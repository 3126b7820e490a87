import type { ToolCall, TranscriptItem } from "../../../kernel/transcript.ts";
import { countTokens } from "../../../llm/count-tokens.ts";
import { estimateTokens } from "../tokens/estimate-tokens.ts";
import { truncateToTokens } from "../tokens/truncate-to-tokens.ts";

/** Length of a result that is cut, in tokens. */
const CUT_TOKENS = 128;
/** A cut makes room for several steps, so that the prefix changes rarely. */
const AFTER_CUT = 0.6;

/**
 * Shortens the oldest results of a running turn where it would exceed `budget` tokens. A result is
 * cut once and stays as it is then; those of the newest step stay whole. What is cut depends on the
 * steps up to the last cut alone, so later requests repeat the same prefix until the next one.
 */
export function cutOldestResults(
  units: readonly TranscriptItem[],
  budget: number,
): readonly TranscriptItem[] {
  const savings = units.map(savingOf);
  let total = 0;
  let cutBefore = 0;
  for (const [at, unit] of units.entries()) {
    total += estimateTokens(unit);
    if (total <= budget) continue;
    while (cutBefore < at && total > budget * AFTER_CUT) {
      total -= savings[cutBefore] ?? 0;
      cutBefore += 1;
    }
  }
  return units.map((unit, at) => (at < cutBefore ? cutUnit(unit) : unit));
}

/** Returns the tokens that a cut of a unit's results saves. */
function savingOf(unit: TranscriptItem): number {
  return estimateTokens(unit) - estimateTokens(cutUnit(unit));
}

function cutUnit(unit: TranscriptItem): TranscriptItem {
  return unit.type === "step" ? { ...unit, calls: unit.calls.map(cutCall) } : unit;
}

function cutCall(call: ToolCall): ToolCall {
  const { result } = call;
  if (result.type !== "value" || countTokens(result.text) <= CUT_TOKENS) return call;
  return {
    ...call,
    result: { ...result, text: truncateToTokens(result.text, CUT_TOKENS, "ends") },
  };
}
