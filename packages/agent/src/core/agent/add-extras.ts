import type { AddedContext } from "../../kernel/extension-hooks.ts";
import { countTokens } from "../../llm/count-tokens.ts";
import type { Extras, Step } from "../../store/turns/turns.ts";
import { budgetOf } from "../context/tokens/budget.ts";
import { costOfBeginning } from "../context/tokens/conversation-limit.ts";
import type { Gathered } from "../context/gather.ts";
import {
  joinContext,
  linesOf,
  renderAdded,
  renderTriggered,
} from "../context/render/render-added.ts";
import type { RenderedRecall } from "../context/render/render-recall.ts";
import { userText } from "../context/render/user-text.ts";
import { fitExtras, isHinted, isSoftlyFull, putBefore, withHint } from "../context/flush-hint.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { AgentDeps } from "./deps.ts";

type ExtrasDeps = AgentDeps & {
  readonly gathered: Gathered;
  readonly signal: AbortSignal;
};

/** Adds the extras to a step's input, within their share of the window; null if there are none. */
export async function addExtras(
  turn: OpenTurn,
  { input }: Step,
  deps: ExtrasDeps,
): Promise<Extras | null> {
  if (input === null) return null;
  const { gathered, model, signal } = deps;
  const budget = budgetOf(model.contextTokens).extras;
  const recall = await deps.recallFor(turn, input, {
    gathered,
    tokens: Math.floor(budget / 2),
    signal,
  });
  const added = renderAdded(await addedBy(turn, input, deps), Math.floor(budget / 4));
  const triggered = renderTriggered(triggeredBy(turn, input, deps), Math.floor(budget / 4));
  const context = joinContext(joinContext(recall, added), triggered);
  const found = await deps.enrich(turn, input, { gathered, signal });
  const fitting = fitExtras(found, budget - countTokens(context.text));
  const ruled = withRules(turn, withContext(fitting, context), gathered);
  const extras = withOpening(turn, ruled, gathered);
  return isHintDue(turn, deps) ? withHint(extras) : extras;
}

/** Returns the texts of triggers that an input mentions and the turn does not have yet. */
function triggeredBy(
  { steps }: OpenTurn,
  input: string,
  { filters }: ExtrasDeps,
): readonly string[] {
  const told = steps.flatMap(({ extras }) => (extras?.text ? [extras.text] : []));
  const found = filters?.triggered(userText(input)) ?? [];
  return found.filter((text) => !told.some((one) => one.includes(linesOf(text)[0] ?? text)));
}

/** Returns what plugins add to an input of people. */
async function addedBy(
  { id: turn, chat, asker: person }: OpenTurn,
  input: string,
  { hooks }: ExtrasDeps,
): Promise<readonly AddedContext[]> {
  const text = userText(input);
  if (!hooks || text === "" || !(await hooks.has("promptBefore"))) return [];
  return hooks.promptBefore({ turn, chat: chat.id, person, text });
}

function withContext(
  extras: Extras | null,
  { text, refs: recalled, labels, lineLabels }: RenderedRecall,
): Extras | null {
  if (text === "") return extras;
  return { ...putBefore(text, extras), recalled, labels, lineLabels };
}

function withOpening(
  { steps }: OpenTurn,
  extras: Extras | null,
  { opening }: Gathered,
): Extras | null {
  const isTold = steps.some((step) => step.extras?.text.includes(opening));
  return opening === "" || isTold ? extras : putBefore(opening, extras);
}

function withRules(
  { steps }: OpenTurn,
  extras: Extras | null,
  { newRules }: Gathered,
): Extras | null {
  const isTold = steps.some((step) => step.extras?.text.includes(newRules));
  return newRules === "" || isTold ? extras : putBefore(newRules, extras);
}

function isHintDue({ steps }: OpenTurn, { gathered, model, context }: ExtrasDeps): boolean {
  if (gathered.isHinted || isHinted(steps.map(({ extras }) => extras))) return false;
  const tokens = costOfBeginning(gathered, model.contextTokens) + gathered.size.tokens;
  return isSoftlyFull(tokens, model.contextTokens, context);
}
