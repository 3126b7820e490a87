import type { PromptSizes } from "../../turns/prompt-sizes.ts";
import { fromJson } from "../json.ts";

/** Sizes in the order of their names in `toSizes`: every step has them. */
type SizesRow = readonly [number, number, number, number, ...layers: readonly string[]];

/** Serializes prompt sizes for a column. */
export function sizesToJson(sizes: PromptSizes): string {
  const row: SizesRow = [
    sizes.estTokensHistory,
    sizes.estTokensContext,
    sizes.estTokensUserTurn,
    sizes.historyInteractions,
    ...sizes.contextLayers,
  ];
  return JSON.stringify(row);
}

/** Returns the prompt sizes in a column. Earlier versions stored them with their names. */
export function toSizes(text: string): PromptSizes {
  const stored = fromJson<SizesRow | PromptSizes>(text);
  if (!isRow(stored)) return stored;
  const [history, context, userTurn, interactions, ...contextLayers] = stored;
  return {
    estTokensHistory: history,
    estTokensContext: context,
    estTokensUserTurn: userTurn,
    contextLayers,
    historyInteractions: interactions,
  };
}

function isRow(stored: SizesRow | PromptSizes): stored is SizesRow {
  return Array.isArray(stored);
}
