import type { Spend } from "@reeve/sdk";
import {
  holdForCall,
  isAmount,
  type LedgerSetting,
  MONEY_ASSET,
  settleCall,
  spendAsset,
  tellOverrun,
} from "../../domains/limits.ts";
import type { CallId } from "../../kernel/ids.ts";
import type { CallResult } from "../../kernel/unit.ts";
import type { StoredCall } from "../../store/turns.ts";
import { spendOf } from "../../tools/spend-of.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { Held } from "./commit-held.ts";
import type { TurnParts } from "./parts.ts";
import { payerOf } from "./payer-of.ts";
import { ledgerSetting } from "./ledger-setting.ts";

/**
 * Counts what calls are about to spend, in the commit that starts them. Answers with the results
 * of those that may not: they do not start.
 */
export async function refuseSpending(
  held: Held,
  turn: OpenTurn,
  { calls, parts }: { readonly calls: readonly StoredCall[]; readonly parts: TurnParts },
): Promise<ReadonlyMap<CallId, CallResult>> {
  const refused = new Map<CallId, CallResult>();
  for (const { id, tool, args } of calls) {
    const spend = spendOf(parts.toolbox.get(tool), args);
    if (!spend) continue;
    const setting = await ledgerSetting(held, parts);
    const text = await objectionTo(held, turn, { call: id, spend, setting, parts });
    if (text !== undefined) refused.set(id, { type: "fault", code: "exhausted", text });
  }
  return refused;
}

interface Spending {
  readonly call: CallId;
  readonly spend: Spend;
  readonly setting: LedgerSetting;
  readonly parts: TurnParts;
}

async function objectionTo(
  { tx }: Held,
  turn: OpenTurn,
  { call, spend, setting, parts }: Spending,
): Promise<string | undefined> {
  const { tenant } = turn.chat;
  if (spend.asset !== MONEY_ASSET) return spendAsset(tx.limits, { call, tenant, spend }, setting);
  if (!isAmount(spend.amount)) return `"${spend.amount}" dollars cannot be counted.`;
  const payer = payerOf(turn, parts.agents);
  const request = { call, dollars: spend.amount, turn: turn.id, payer };
  const overrun = await holdForCall(tx.limits, request, setting);
  return overrun && tellOverrun(overrun, setting).line;
}

/** Counts what a call that was started has spent: all it said it would, unless it surely spent nothing. */
export async function settleSpending(
  { tx, now }: Held,
  turn: OpenTurn,
  {
    call,
    result,
    parts,
  }: { readonly call: StoredCall; readonly result: CallResult; readonly parts: TurnParts },
): Promise<void> {
  const spend = spendOf(parts.toolbox.get(call.tool), call.args);
  if (!spend || call.state !== "started") return;
  const unspent = isUnspent(result);
  if (spend.asset !== MONEY_ASSET) {
    if (unspent) await tx.limits.unspend(call.id);
    return;
  }
  const dollars = unspent ? "0" : spend.amount;
  const payer = payerOf(turn, parts.agents);
  const { timeZone } = parts.settings;
  await settleCall(tx.limits, { call: call.id, dollars, payer }, { now, timeZone });
}

function isUnspent(result: CallResult): boolean {
  return result.type === "fault" && HARMLESS.has(result.code);
}

/** Faults that a tool throws before anything leaves. */
const HARMLESS = new Set(["invalid", "denied", "missing", "conflict", "exhausted"]);
