import { type CallRecord, sealRecords } from "../../domains/audit.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { ToolResult } from "../../kernel/transcript.ts";
import type { StoredCall } from "../../store/turns/turns.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { LeasedTx } from "./commit-with-lease.ts";

/** A call with the result that a commit stores. */
export type RecordedCall = StoredCall & { readonly result: ToolResult };

/** Puts calls on record in the commit that settles them, one row each. */
export async function auditCalls(
  { tx, chat, now }: Pick<LeasedTx, "tx" | "chat" | "now">,
  turn: OpenTurn,
  { calls, newId }: { readonly calls: readonly StoredCall[]; readonly newId: NewId },
): Promise<void> {
  const records = calls.filter(hasResult).map((call) => toRecord(turn, call, now));
  if (records.length === 0) return;
  const head = await tx.audit.takeHead(chat.tenant, records.length);
  await tx.audit.add(chat.tenant, sealRecords(records, head, newId));
}

function hasResult(call: StoredCall): call is RecordedCall {
  return call.result !== undefined;
}

function toRecord(turn: OpenTurn, call: RecordedCall, at: number): CallRecord {
  const { id, tool, effect, verdict, authority, startedAt, args, argsHash, result } = call;
  return {
    call: id,
    turn: turn.id,
    chat: turn.chat.id,
    person: turn.asker,
    tool,
    at,
    facts: {
      effect,
      verdict,
      role: turn.role,
      agent: turn.agent,
      authority,
      outcome: result.type === "fault" ? `fault: ${result.code}` : result.type,
      ...(startedAt !== undefined && { durationMs: Math.max(0, at - startedAt) }),
    },
    words: {
      argsHash,
      args,
      ...(verdict === "deny" && result.type === "fault" && { reason: result.text }),
      taint: call.taint,
      label: call.label,
    },
  };
}
