import type { TranscriptItem } from "../../../kernel/transcript.ts";

export interface FittedHistory {
  readonly kept: readonly TranscriptItem[];
  /** Units that no longer fit, oldest first: compaction turns them into a summary. */
  readonly dropped: readonly TranscriptItem[];
}

/**
 * Chooses the newest part of a conversation that fits into `budget` tokens.
 *
 * Whole exchanges are kept or dropped, never parts of one: half an answer
 * misleads the model. The newest exchange stays even when it alone is over
 * budget; without it there would be nothing to answer.
 */
export function fitHistory(
  history: readonly TranscriptItem[],
  budget: number,
  cost: (unit: TranscriptItem) => number,
): FittedHistory {
  const exchanges = splitExchanges(history);
  let left = budget;
  let first = exchanges.length;

  for (const exchange of exchanges.toReversed()) {
    const price = exchange.reduce((sum, unit) => sum + cost(unit), 0);
    const isNewest = first === exchanges.length;
    if (price > left && !isNewest) break;
    left -= price;
    first -= 1;
  }

  return { kept: exchanges.slice(first).flat(), dropped: exchanges.slice(0, first).flat() };
}

/** An exchange is a person's input and all that the agent said and did about it. */
function splitExchanges(history: readonly TranscriptItem[]): TranscriptItem[][] {
  const exchanges: TranscriptItem[][] = [];
  for (const unit of history) {
    const current = exchanges.at(-1);
    if (unit.type === "input" || !current) exchanges.push([unit]);
    else current.push(unit);
  }
  return exchanges;
}
