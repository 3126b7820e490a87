import type { Extras, Step } from "../../store/turns.ts";
import { budgetOf } from "../context/budget.ts";
import { costOfBeginning } from "../context/conversation-limit.ts";
import type { Gathered } from "../context/gather.ts";
import { fitExtras, isHinted, isSoftlyFull, putBefore, withHint } from "../context/soft-hint.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { AgentParts } from "./parts.ts";

type ExtrasParts = AgentParts & { readonly gathered: Gathered };

/** What goes along with a step's input, within its share of the window; null when nothing does. */
export function addExtras(turn: OpenTurn, { input }: Step, parts: ExtrasParts): Extras | null {
  if (input === null) return null;
  const { gathered, model } = parts;
  const found = parts.enrich(turn, input, gathered);
  const extras = withRules(turn, fitExtras(found, budgetOf(model.contextTokens).extras), gathered);
  return isHintDue(turn, parts) ? withHint(extras) : extras;
}

function withRules(
  { steps }: OpenTurn,
  extras: Extras | null,
  { newRules }: Gathered,
): Extras | null {
  const isTold = steps.some((step) => step.extras?.text.includes(newRules));
  return newRules === "" || isTold ? extras : putBefore(newRules, extras);
}

function isHintDue({ steps }: OpenTurn, { gathered, model, context }: ExtrasParts): boolean {
  if (gathered.isHinted || isHinted(steps.map(({ extras }) => extras))) return false;
  const tokens = costOfBeginning(gathered, model.contextTokens) + gathered.size.tokens;
  return isSoftlyFull(tokens, model.contextTokens, context);
}
