import { truncateToLine } from "../../kernel/text/truncate.ts";
import { billingDay } from "../../domains/billing.ts";
import { settleMoney } from "../../domains/limits.ts";
import type { ToolResult } from "../../kernel/transcript.ts";
import type { ModelUsage, Usage } from "../../kernel/usage.ts";
import type { StepOutput, StoredCall } from "../../store/turns/turns.ts";
import type { Purpose } from "../../store/billing/usage.ts";
import { nextGroup } from "../agent/next-group.ts";
import { toStored } from "../agent/to-stored.ts";
import type { Egress, GatedCall, SettledCall, SettledResponse } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { LeasedTx } from "./commit-with-lease.ts";
import type { TurnDeps } from "./deps.ts";
import { openApprovals } from "./open-approvals.ts";
import { auditCalls } from "./audit-calls.ts";
import { recordUsage } from "./budget/record-usage.ts";
import { payerOf } from "./budget/payer-of.ts";
import { reserveSpend } from "./budget/reserve-spend.ts";
import { reservationId } from "./budget/reservation-id.ts";
import { toTokens } from "./budget/to-tokens.ts";
import type { Repositories } from "../../store/store.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import { approvalPrompt } from "../approvals/questions/approval-prompt.ts";
import { useGrant } from "../approvals/use-grant.ts";

/** Stores what the model said in the turn's last step, and what it cost. */
export async function settleStep(
  { tx, chat, now }: LeasedTx,
  turn: OpenTurn,
  { said, deps }: { readonly said: Answer; readonly deps: TurnDeps },
): Promise<void> {
  const { usage, model, lost = [], purpose = "think", ...answer } = said;
  const step = turn.steps.length - 1;
  const { timeZone } = deps.settings;
  await tx.turns.settleStep(turn.id, step, answer);
  for (const one of [...lost, { model, usage }])
    await recordUsage(tx, {
      turn: turn.id,
      step,
      chat: chat.id,
      model: one.model,
      purpose,
      ...toTokens(one.usage),
      at: now,
      day: billingDay(now, timeZone),
    });
  const nano = lost.reduce((sum, one) => sum + (one.usage.costNano ?? 0n), usage.costNano ?? 0n);
  // Nothing was set aside for a model of unknown price.
  const { price } = deps.agents.get(turn.agent).model;
  if (!price && nano === 0n) return;
  const payer = payerOf(turn, deps.agents);
  const spent = { id: reservationId(turn, step), payer, nano };
  await settleMoney(tx.limits, spent, { now, timeZone });
}

type Answer = StepOutput & {
  readonly usage: Usage;
  readonly model: string;
  /** Usage of failed attempts of the request. */
  readonly lost?: readonly ModelUsage[] | undefined;
  /** `think`, without it. */
  readonly purpose?: Purpose | undefined;
};

interface ResponseToStore {
  readonly response: SettledResponse;
  /** The result of all its calls when none of them may run. */
  readonly instead?: ToolResult | undefined;
  /** Results of all its calls, if they have run. */
  readonly results?: readonly SettledCall[] | undefined;
  readonly deps: TurnDeps;
}

/**
 * Stores a thought with its calls. What the gate refused is settled at once,
 * what it asks about waits as an approval, the first of the rest is started.
 */
export async function storeResponse(
  leased: LeasedTx,
  turn: OpenTurn,
  { response, instead, results = [], deps }: ResponseToStore,
): Promise<OpenTurn> {
  const { calls: gated, label: _, shown = response.text, ...said } = response;
  const grants = { tx: leased.tx, toolbox: deps.toolbox, at: leased.now };
  const asked = instead ? gated : await settleGrants(gated, grants);
  await settleStep(leased, turn, { said, deps });
  const n = turn.steps.length - 1;
  const { text, extras = null, meta = null } = said;
  if (text !== "" && shown !== "" && !turn.planStep)
    leased.emit({ type: "step-text", turn: turn.id, step: n, text: shown });

  const planned = asked.map((call, position) => toStored(call, { position, instead, deps }));
  const ran = new Map(results.map((result) => [result.id, result]));
  const group = nextGroup(planned.filter(({ id }) => !ran.has(id)));
  const refused = await reserveSpend(leased, turn, { calls: group, deps });
  const first = new Set(group.map(({ id }) => id));
  const calls = planned.map((call): StoredCall => {
    const result = refused.get(call.id);
    if (result) return { ...call, state: "settled", result };
    const settled = ran.get(call.id);
    if (settled) return settledAs(startedIn(turn, call, leased.now), settled);
    return first.has(call.id) ? startedIn(turn, call, leased.now) : call;
  });
  await leased.tx.turns.addCalls(turn.id, n, calls);
  await openApprovals(leased, turn, { calls, asked, deps });
  for (const [position, call] of calls.entries()) {
    const verdict = asked[position]?.verdict;
    if (verdict?.type === "allow" && verdict.egress && !call.result)
      await chargeEgress(leased, turn, { call, egress: verdict.egress });
    emitCall(leased, turn, call, ran.get(call.id)?.summary);
  }
  await auditCalls(leased, turn, { calls, newId: deps.newId });

  const steps = turn.steps.with(-1, {
    ...lastOf(turn),
    state: "settled",
    text,
    extras,
    meta,
    calls,
  });
  return { ...turn, steps, isResumed: false };
}

/** Returns a call as one that starts in the commit of `startedAt`. */
export function startedIn(turn: OpenTurn, call: StoredCall, startedAt: number): StoredCall {
  return { ...call, state: "started", startedFence: turn.fence, startedAt };
}

/** Returns a call with its result. */
export function settledAs(call: StoredCall, { result, artifact, label }: SettledCall): StoredCall {
  return { ...call, state: "settled", result, artifact: artifact?.id ?? null, label };
}

/** Charges what a call may tell others in the commit that lets it run. */
export async function chargeEgress(
  { tx, chat: { tenant }, now: at }: LeasedTx,
  { id: turn, asker: person }: OpenTurn,
  { call, egress }: { readonly call: StoredCall; readonly egress: Egress },
): Promise<void> {
  await tx.egress.add({ call: call.id, tenant, person, turn, ...egress, at });
}

/** Tells listeners of a call that starts, and of its end if it has ended: before it could start, or with `summary`. */
export function emitCall(
  { emit: tell }: LeasedTx,
  turn: OpenTurn,
  { id, tool, args, state, result }: StoredCall,
  summary?: string,
) {
  if (state === "planned") return;
  tell({ type: "tool-start", turn: turn.id, call: id, name: tool, args });
  if (!result) return;
  tell({
    type: "tool-end",
    turn: turn.id,
    call: id,
    name: tool,
    outcome: result.type,
    summary: summary ?? summaryOf(result),
  });
}

/** One line about a call that did not run. */
function summaryOf(result: ToolResult): string {
  if (result.type === "fault") return truncateToLine(result.text);
  return result.type === "pending" ? "waits for approval" : "stopped";
}

function lastOf(turn: OpenTurn) {
  const step = turn.steps.at(-1);
  if (!step) throw new Error(`turn ${turn.id} has no step`);
  return step;
}

/**
 * The calls of a thought, with a question where a grant no longer covers what the gate let
 * through: in the commit that starts them grants are counted one call after the other.
 */
export async function settleGrants(
  calls: readonly GatedCall[],
  { tx, toolbox, at }: { tx: Repositories; toolbox: Pick<Toolbox, "get">; at: number },
): Promise<readonly GatedCall[]> {
  const settled: GatedCall[] = [];
  for (const call of calls) {
    const { verdict, name, args } = call;
    const isCovered =
      verdict.type !== "allow" ||
      verdict.grant === undefined ||
      (await useGrant(tx, verdict.grant, { ...call, at }));
    const question = () => approvalPrompt(toolbox.get(name), { name, args });
    settled.push(isCovered ? call : { ...call, verdict: { type: "ask", question: question() } });
  }
  return settled;
}
