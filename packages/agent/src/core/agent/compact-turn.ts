import { joinLabels } from "../../kernel/label.ts";
import { budgetOf } from "../context/tokens/budget.ts";
import { compact } from "../context/history/compact.ts";
import {
  conversationLimit,
  costOfBeginning,
  isTooLong,
} from "../context/tokens/conversation-limit.ts";
import type { Gathered } from "../context/gather.ts";
import { labelsIn } from "../context/render/labels-in.ts";
import type { TurnStatus } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { AgentDeps } from "./deps.ts";

type CompactingDeps = AgentDeps & { readonly gathered: Gathered };

/** The longest summary, however large the window is. */
const SUMMARY_TOKENS = 1500;
/** Shares of the conversation limit: for what stays as it is, and for its summary. */
const PART = 1 / 3;

/** Shortens the conversation before a turn's first request where it has grown too long. */
export async function compactIfNeeded(
  turn: OpenTurn,
  deps: CompactingDeps,
  signal: AbortSignal,
): Promise<TurnStatus> {
  const { gathered, context } = deps;
  // A turn that was just compacted cannot get shorter.
  if (gathered.isFresh || !isTooLong(gathered.size, limitOf(deps), context))
    return { type: "going", turn };
  return compactTurn(turn, deps, signal);
}

/**
 * Shortens the conversation and moves the running turn into a new session. Of
 * one that was shortened for this turn already, only a summary is left.
 */
export async function compactTurn(
  turn: OpenTurn,
  deps: CompactingDeps,
  signal: AbortSignal,
): Promise<TurnStatus> {
  const { gathered, model, context, journal, log } = deps;
  const limit = limitOf(deps);
  const kept = Math.floor(Math.min(limit, gathered.size.tokens) * PART);
  const { summaryLabel } = gathered;
  const labels = labelsIn(gathered.conversation.turns);
  const label = joinLabels([...(summaryLabel ? [summaryLabel] : []), ...labels]);
  const compaction = await compact(gathered.conversation, {
    model: deps.utility,
    newId: deps.newId,
    carry: { messages: gathered.isFresh ? 0 : context.keepMessages, tokens: kept },
    tokens: Math.min(
      SUMMARY_TOKENS,
      budgetOf(model.contextTokens).summary,
      Math.floor(limit * PART),
    ),
    signal,
  });
  const { by, carried, spent, summary } = compaction;
  if (signal.aborted)
    return journal.end(turn, { type: "cancelled", cost: { purpose: "compact", spent } });
  log.info("session compacted", { session: turn.session, by, carried: carried.length });
  if (by === "model") await deps.saveSummary(turn, { summary, label });
  return journal.compact(turn, { ...compaction, label });
}

function limitOf({ gathered, model, context }: CompactingDeps): number {
  const beginning = costOfBeginning(gathered, model.contextTokens);
  return conversationLimit(beginning, model.contextTokens, context);
}
