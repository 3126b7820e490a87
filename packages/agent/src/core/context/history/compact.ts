import type { NewId } from "../../../kernel/ids.ts";
import { countTokens } from "../../../llm/count-tokens.ts";
import type { ModelUsage } from "../../../kernel/usage.ts";
import type { Model } from "../../../llm/model.ts";
import type { Inheritance } from "../../../store/turns/sessions.ts";
import type { TurnHistory } from "../../../store/turns/turns.ts";
import { type CarryOver, chooseCarryOver } from "./choose-carry-over.ts";
import { fallbackSummary } from "./fallback-summary.ts";
import { summarize, type SummarySource } from "./summarize.ts";
import { formatForSummary } from "../render/format-for-summary.ts";
import { toUnits } from "./to-units.ts";

/** A conversation that grew too long. */
export interface LongConversation {
  /** Summary of the conversation before; empty if there was none. */
  readonly summary: string;
  /** Its turns, oldest first. */
  readonly turns: readonly TurnHistory[];
}

export interface CompactOptions {
  /** Sums up; without one the beginnings of what was said are kept. */
  readonly model: Model | undefined;
  readonly newId: NewId;
  readonly carry: CarryOver;
  /** How long the summary may be, in tokens. */
  readonly tokens: number;
  readonly signal: AbortSignal;
}

export interface Compaction extends Inheritance {
  /** Author of the summary: the model, or rules if it failed or wrote too much. */
  readonly by: "model" | "rules";
  readonly spent: readonly ModelUsage[];
}

/**
 * Shortens a conversation: the newest turns stay as they are, of all others a
 * summary is kept that is never longer than what it stands for. It does not
 * fail: where the model does, rules take its place.
 */
export async function compact(
  { summary: before, turns }: LongConversation,
  { model, newId, carry, tokens, signal }: CompactOptions,
): Promise<Compaction> {
  const divided = chooseCarryOver(turns, carry);
  const texts = divided.told.flatMap(({ steps }) => formatForSummary(toUnits(steps)));
  const told: SummarySource = { before, texts };
  const carried = divided.carried.map(({ turn }) => turn);

  const short = Math.min(tokens, Math.floor(costOf(told) / 2));
  const asked = model && (await summarize(told, { model, newId, tokens, signal }));
  const spent = asked?.spent ?? [];
  if (asked?.text && countTokens(asked.text) < costOf(told))
    return { summary: asked.text, carried, by: "model", spent };
  return { summary: fallbackSummary(told, short), carried, by: "rules", spent };
}

function costOf({ before, texts }: SummarySource): number {
  return texts.reduce((sum, text) => sum + countTokens(text), countTokens(before));
}
