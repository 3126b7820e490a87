import { billingDay } from "../../../domains/billing.ts";
import { chargeMoney, type Moment } from "../../../domains/limits.ts";
import { type ChatId, type TurnId, toId } from "../../../kernel/ids.ts";
import type { Repositories } from "../../../store/store.ts";
import type { Purpose } from "../../../store/billing/usage.ts";
import type { Compaction } from "../../context/history/compact.ts";
import type { ModelUsage } from "../../../kernel/usage.ts";
import type { OpenTurn } from "../../open-turn.ts";
import type { LeasedTx } from "../commit-with-lease.ts";
import { payerAfter } from "../budget/payer-of.ts";
import type { TurnDeps } from "../deps.ts";
import { saveSummaryPassage } from "./save-summary.ts";
import { recordUsage } from "../budget/record-usage.ts";
import { toTokens } from "../budget/to-tokens.ts";

/**
 * Ends a turn's session and goes on with the turn in the next one of the chat,
 * which knows what is left of the conversation. A chat where somebody began a
 * new session meanwhile keeps that one.
 */
export async function continueInNewSession(
  { tx, chat, now }: LeasedTx,
  turn: OpenTurn,
  { compaction, deps }: { compaction: Compaction; deps: TurnDeps },
): Promise<OpenTurn> {
  const { summary, carried, label, spent } = compaction;
  const id = toId<"session">(deps.newId());
  await tx.sessions.end(turn.session, { endedAt: now, reason: "compacted" });
  const inheritance = { summary, carried, ...(label && { label }) };
  await tx.sessions.start({ id, chat: chat.id, startedAt: now, inheritance });
  if (chat.sessionId === turn.session) await tx.chats.setSession(chat.id, id);
  else await tx.sessions.end(id, { endedAt: now, reason: "new" });
  await tx.turns.moveTo(turn.id, id);
  if (compaction.by === "model")
    await saveSummaryPassage(tx, { session: turn.session, chat, text: summary, at: now, label });
  const request = { turn: turn.id, step: turn.steps.length - 1, chat: chat.id };
  const { timeZone } = deps.settings;
  await recordExtraUsage(tx, { ...request, purpose: "compact", spent }, { now, timeZone });
  return { ...turn, session: id };
}

interface SpentFor {
  readonly turn: TurnId;
  readonly step: number;
  readonly chat: ChatId;
  readonly purpose: Purpose;
  readonly spent: readonly ModelUsage[];
  /** Under which money was set aside for it, if it was. */
  readonly hold?: string | undefined;
}

/** Records what was spent beside a turn's own thoughts, with the turn that it was done for. */
export async function recordExtraUsage(
  tx: Repositories,
  { spent, hold, ...request }: SpentFor,
  { now: at, timeZone }: Moment,
): Promise<void> {
  for (const { model, usage } of spent)
    await recordUsage(tx, {
      ...request,
      model,
      ...toTokens(usage),
      at,
      day: billingDay(at, timeZone),
    });
  const nano = spent.reduce((sum, { usage }) => sum + (usage.costNano ?? 0n), 0n);
  if (hold !== undefined && (await tx.limits.settle(hold, nano))) return;
  const payer = nano > 0n ? await payerAfter(tx, request) : undefined;
  if (payer) await chargeMoney(tx.limits, { payer, nano }, { now: at, timeZone });
}
