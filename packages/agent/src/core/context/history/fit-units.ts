import type { ToolCall, ToolResult, TranscriptItem } from "../../../kernel/transcript.ts";
import { countTokens } from "../../../llm/count-tokens.ts";
import { describeResult, withoutImages } from "../../../llm/render-messages.ts";
import {
  costOfAll,
  costOfImages,
  costOfJson,
  MESSAGE_TOKENS,
  overheadOf,
} from "../tokens/estimate-tokens.ts";
import { truncateToTokens } from "../tokens/truncate-to-tokens.ts";
import { splitBudget } from "../tokens/split-budget.ts";

/** Every text is left this much, or a whole unit goes. */
const MIN_TOKENS = 32;

/**
 * The same units within `budget` tokens. The longest texts are cut in their
 * middle; only where that is not enough do images and whole units go, the oldest first,
 * and what providers wanted back. The newest input always stays.
 */
export function fitUnits(
  units: readonly TranscriptItem[],
  budget: number,
): readonly TranscriptItem[] {
  if (costOfAll(units) <= budget) return units;
  let kept = fitImages(units, budget);
  const newest = kept.findLast(({ type }) => type === "input");
  while (kept.length > 1 && minTokens(kept.map(withoutMeta)) > budget) {
    // Inputs go last: a conversation begins with one.
    const step = kept.findIndex(({ type }) => type === "step");
    const next = step === -1 ? kept.findIndex((unit) => unit !== newest) : step;
    kept = kept.toSpliced(next, 1);
  }
  if (minTokens(kept) > budget) kept = kept.map(withoutMeta);
  const most = splitBudget(kept.flatMap(piecesOf), budget - fixedOf(kept));
  return kept.map((unit) => cutUnit(unit, most));
}

function fitImages(units: readonly TranscriptItem[], budget: number): readonly TranscriptItem[] {
  let kept = units;
  while (minTokens(kept.map(withoutMeta)) > budget) {
    const at = kept.findIndex((unit) => unit.type === "input" && unit.images?.length);
    const oldest = kept[at];
    if (oldest?.type !== "input") return kept;
    kept = kept.with(at, withoutImages(oldest, 1));
  }
  return kept;
}

/** Returns the tokens that stay when every text is cut as far as possible. */
function minTokens(units: readonly TranscriptItem[]): number {
  const texts = units.flatMap(piecesOf).map((cost) => Math.min(cost, MIN_TOKENS));
  return texts.reduce((sum, cost) => sum + cost, fixedOf(units));
}

/** Returns the tokens that cannot be cut. */
function fixedOf(units: readonly TranscriptItem[]): number {
  return units.reduce((sum, unit) => {
    if (unit.type === "input") return sum + MESSAGE_TOKENS + costOfImages(unit.images);
    const calls = unit.calls.reduce((total, call) => total + overheadOf(call), 0);
    return sum + MESSAGE_TOKENS + costOfJson(unit.meta) + calls;
  }, 0);
}

function piecesOf(unit: TranscriptItem): readonly number[] {
  if (unit.type === "input") return [countTokens(unit.text)];
  const ofCalls = unit.calls.flatMap(({ args, result }) => [
    costOfJson(args),
    countTokens(describeResult(result)),
  ]);
  return [countTokens(unit.text), ...ofCalls];
}

function withoutMeta(unit: TranscriptItem): TranscriptItem {
  if (unit.type === "input") return unit;
  const { meta: _meta, ...rest } = unit;
  return rest;
}

function cutUnit(unit: TranscriptItem, most: number): TranscriptItem {
  const text = truncateToTokens(unit.text, most, "ends");
  if (unit.type === "input") return { ...unit, text };
  return { ...unit, text, calls: unit.calls.map((call) => cutCall(call, most)) };
}

function cutCall(call: ToolCall, most: number): ToolCall {
  return { ...call, args: cutArgs(call.args, most), result: cutResult(call.result, most) };
}

/** Arguments stay an object, whatever is cut out of them. */
function cutArgs(args: unknown, most: number): unknown {
  if (costOfJson(args) <= most) return args;
  const json = JSON.stringify(args);
  for (let tokens = most; tokens > 1; tokens = Math.floor(tokens / 2)) {
    const cut = { cut: truncateToTokens(json, tokens, "ends") };
    if (costOfJson(cut) <= most) return cut;
  }
  return {};
}

function cutResult(result: ToolResult, most: number): ToolResult {
  if (result.type === "value")
    return { ...result, text: truncateToTokens(result.text, most, "ends") };
  if (result.type !== "fault") return result;
  // The code stands before the text.
  const left = most - countTokens(`${result.code}: `);
  return { ...result, text: truncateToTokens(result.text, Math.max(0, left), "ends") };
}
