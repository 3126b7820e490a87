import type { Extras, Step } from "../../store/turns.ts";
import { budgetOf } from "../context/budget.ts";
import { costOfBeginning } from "../context/conversation-limit.ts";
import type { Gathered } from "../context/gather.ts";
import { fitExtras, isHinted, isSoftlyFull, withHint } from "../context/soft-hint.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { AgentParts } from "./parts.ts";

/** What goes along with a step's input, within its share of the window; null when nothing does. */
export function addExtras(
  turn: OpenTurn,
  { input }: Step,
  parts: AgentParts & { readonly gathered: Gathered },
): Extras | null {
  if (input === null) return null;
  const { gathered, model, context } = parts;
  const { contextTokens } = model;
  const extras = fitExtras(parts.enrich(turn, input, gathered), budgetOf(contextTokens).extras);
  if (gathered.isHinted || isHinted(turn.steps.map((step) => step.extras))) return extras;
  const tokens = costOfBeginning(gathered, contextTokens) + gathered.size.tokens;
  return isSoftlyFull(tokens, contextTokens, context) ? withHint(extras) : extras;
}
