import type { CallId } from "../../kernel/ids.ts";
import type { ToolResult } from "../../kernel/transcript.ts";
import type { StoredCall } from "../../store/turns/turns.ts";
import type { NestedCall, SettledCall } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import { makesCalls } from "../../tools/sub-agents.ts";
import { auditCalls } from "./audit-calls.ts";
import { reserveSpend, settleSpending } from "./budget/reserve-spend.ts";
import type { LeasedTx } from "./commit-with-lease.ts";
import type { TurnDeps } from "./deps.ts";
import { toStored } from "../agent/to-stored.ts";
import { chargeEgress, emitCall, settleGrants, startedIn } from "./settle-step.ts";

/** Maximum number of calls that one call may make; their positions in the step follow from it. */
const MAX_NESTED = 1000;

/** Stores a call that another call makes: as started, or with the result that it has instead. */
export async function startNested(
  leased: LeasedTx,
  turn: OpenTurn,
  { parent, index, call, deps }: NestedCall & { readonly deps: TurnDeps },
): Promise<StoredCall> {
  const grants = { tx: leased.tx, toolbox: deps.toolbox, at: leased.now };
  const [granted = call] = await settleGrants([call], grants);
  const decided = withoutQuestion(granted);
  const own = turn.steps.at(-1)?.calls.find(({ id }) => id === parent);
  const position = ((own?.position ?? 0) + 1) * MAX_NESTED + index;
  const planned = { ...toStored(decided, { position, deps }), parent };
  const refused = await reserveSpend(leased, turn, {
    calls: planned.state === "planned" ? [planned] : [],
    deps,
  });
  const result = refused.get(planned.id) ?? planned.result;
  const stored: StoredCall = result
    ? { ...planned, state: "settled", result }
    : startedIn(turn, planned, leased.now);
  await leased.tx.turns.addCalls(turn.id, turn.steps.length - 1, [stored]);
  const { verdict } = decided;
  if (verdict.type === "allow" && verdict.egress && !stored.result)
    await chargeEgress(leased, turn, { call: stored, egress: verdict.egress });
  emitCall(leased, turn, stored);
  await auditCalls(leased, turn, { calls: [stored], newId: deps.newId });
  return stored;
}

/** Stores the result of a call that another call made. */
export async function settleNested(
  leased: LeasedTx,
  turn: OpenTurn,
  {
    call,
    settled: { result, label, summary, artifact },
    deps,
  }: { readonly call: StoredCall; readonly settled: SettledCall; readonly deps: TurnDeps },
): Promise<void> {
  const { id, tool: name } = call;
  await leased.tx.turns.settleCall(id, { result, artifact: artifact?.id ?? null, label });
  if (artifact) await leased.tx.artifacts.add({ ...artifact, call: id, chat: leased.chat.id });
  await settleSpending(leased, turn, { call, result, deps });
  await auditCalls(leased, turn, { calls: [{ ...call, result, label }], newId: deps.newId });
  leased.emit({
    type: "tool-end",
    turn: turn.id,
    call: id,
    name,
    outcome: result.type,
    summary,
  });
}

/**
 * Settles calls that were made by a call which has ended, or whose process died: what may have had an effect
 * is `unknown`. Returns how many there were, open or not.
 */
export async function settleOpenNested(
  leased: LeasedTx,
  turn: OpenTurn,
  { parent, deps }: { readonly parent: CallId; readonly deps: TurnDeps },
): Promise<number> {
  const caller = turn.steps.at(-1)?.calls.find(({ id }) => id === parent);
  if (!makesCalls(deps.toolbox.get(caller?.tool ?? ""))) return 0;
  const nested = await leased.tx.turns.nestedCalls(turn.id);
  const own = nested.filter((call) => call.parent === parent);
  for (const call of own) {
    if (call.state === "settled") continue;
    const result: ToolResult = { type: call.effect === "read" ? "aborted" : "unknown" };
    const summary = result.type === "aborted" ? "stopped" : "it may or may not have happened";
    const settled = { id: call.id, result, summary, artifact: undefined };
    await settleNested(leased, turn, { call, settled, deps });
  }
  return own.length;
}

/** A call of a call never asks. The agent can make it as a call of its own, which does. */
function withoutQuestion(call: NestedCall["call"]): NestedCall["call"] {
  if (call.verdict.type !== "ask") return call;
  const message =
    `${call.name} was not run: it needs a person's approval, which cannot be asked for from here. ` +
    "Return its name and arguments as a proposal, so that it can be made as a call of its own.";
  return { ...call, verdict: { type: "deny", code: "denied", message } };
}
