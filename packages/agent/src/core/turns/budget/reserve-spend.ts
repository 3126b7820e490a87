import type { Spend } from "@reeve/sdk";
import {
  reserveForCall,
  isAmount,
  type LimitContext,
  MONEY_ASSET,
  settleCall,
  spendAsset,
  describeOverrun,
} from "../../../domains/limits.ts";
import type { CallId } from "../../../kernel/ids.ts";
import type { ToolResult } from "../../../kernel/transcript.ts";
import type { StoredCall } from "../../../store/turns/turns.ts";
import { spendOf } from "../../../tools/spend-of.ts";
import type { OpenTurn } from "../../open-turn.ts";
import type { LeasedTx } from "../commit-with-lease.ts";
import type { TurnDeps } from "../deps.ts";
import { payerOf } from "./payer-of.ts";
import { limitContext } from "./limit-context.ts";

/**
 * Counts what calls are about to spend, in the commit that starts them. Answers with the results
 * of those that may not: they do not start.
 */
export async function reserveSpend(
  leased: LeasedTx,
  turn: OpenTurn,
  { calls, deps }: { readonly calls: readonly StoredCall[]; readonly deps: TurnDeps },
): Promise<ReadonlyMap<CallId, ToolResult>> {
  const refused = new Map<CallId, ToolResult>();
  for (const { id, tool, args } of calls) {
    const spend = spendOf(deps.toolbox.get(tool), args);
    if (!spend) continue;
    const setting = await limitContext(leased, deps);
    const text = await findDenial(leased, turn, { call: id, spend, setting, deps });
    if (text !== undefined) refused.set(id, { type: "fault", code: "exhausted", text });
  }
  return refused;
}

interface Spending {
  readonly call: CallId;
  readonly spend: Spend;
  readonly setting: LimitContext;
  readonly deps: TurnDeps;
}

async function findDenial(
  { tx }: LeasedTx,
  turn: OpenTurn,
  { call, spend, setting, deps }: Spending,
): Promise<string | undefined> {
  const { tenant } = turn.chat;
  if (spend.asset !== MONEY_ASSET) return spendAsset(tx.limits, { call, tenant, spend }, setting);
  if (!isAmount(spend.amount)) return `"${spend.amount}" dollars cannot be counted.`;
  const payer = payerOf(turn, deps.agents);
  const request = { call, dollars: spend.amount, turn: turn.id, payer };
  const overrun = await reserveForCall(tx.limits, request, setting);
  return overrun && describeOverrun(overrun, setting).line;
}

/** Counts what a call that was started has spent: all it said it would, unless it surely spent nothing. */
export async function settleSpending(
  { tx, now }: LeasedTx,
  turn: OpenTurn,
  {
    call,
    result,
    deps,
  }: { readonly call: StoredCall; readonly result: ToolResult; readonly deps: TurnDeps },
): Promise<void> {
  const spend = spendOf(deps.toolbox.get(call.tool), call.args);
  if (!spend || call.state !== "started") return;
  const unspent = isUnspent(result);
  if (spend.asset !== MONEY_ASSET) {
    if (unspent) await tx.limits.unspend(call.id);
    return;
  }
  const dollars = unspent ? "0" : spend.amount;
  const payer = payerOf(turn, deps.agents);
  const { timeZone } = deps.settings;
  await settleCall(tx.limits, { call: call.id, dollars, payer }, { now, timeZone });
}

function isUnspent(result: ToolResult): boolean {
  return result.type === "fault" && HARMLESS.has(result.code);
}

/** Faults that a tool throws before anything leaves. */
const HARMLESS = new Set(["invalid", "denied", "missing", "conflict", "exhausted"]);
