import type { Label } from "../../../kernel/label.ts";
import { toId, type TurnId } from "../../../kernel/ids.ts";
import type { StoredCall } from "../../turns/turns.ts";
import { fromJson, labelFromJson } from "../json.ts";
import type { Tables } from "../tables.ts";

/** A call as its table holds it. */
export type CallRow = Tables["calls"];

/** Returns the row of a call. */
export function toCallRow(turn: TurnId, step: number, call: StoredCall): CallRow {
  return {
    id: call.id,
    turn,
    step,
    position: call.position,
    tool: call.tool,
    via: call.via,
    parent: call.parent ?? null,
    args: JSON.stringify(call.args),
    args_hash: call.argsHash,
    effect: call.effect,
    replay: call.replay,
    verdict: call.verdict,
    authority: call.authority ? JSON.stringify(call.authority) : null,
    started_at: call.startedAt ?? null,
    state: call.state,
    origin: call.origin,
    started_fence: call.startedFence,
    before_hash: call.expected?.before ?? null,
    after_hash: call.expected?.after ?? null,
    result: call.result ? JSON.stringify(call.result) : null,
    artifact: call.artifact,
    ...labelColumns(call),
  };
}

/** In place of a label that is the call's taint, which is mostly the case. */
export const SAME_AS_TAINT = "=";

function labelColumns(call: Pick<StoredCall, "taint" | "label">) {
  const taint = labelToJson(call.taint);
  const label = labelToJson(call.label);
  return { taint, label: taint !== null && label === taint ? SAME_AS_TAINT : label };
}

/** Returns the label of a call from its columns. */
export function labelOfCall({ taint, label }: Pick<CallRow, "taint" | "label">): Label | undefined {
  return toLabel(label === SAME_AS_TAINT ? taint : label);
}

/** Returns the call of a row. */
export function toCall(row: CallRow): StoredCall {
  const { before_hash: before, after_hash: after } = row;
  return {
    id: row.id,
    position: row.position,
    tool: row.tool,
    via: row.via,
    args: fromJson(row.args),
    argsHash: row.args_hash,
    effect: row.effect,
    replay: row.replay,
    verdict: row.verdict,
    state: row.state,
    startedFence: row.started_fence,
    origin: row.origin,
    expected: before !== null && after !== null ? { before, after } : undefined,
    result: row.result === null ? undefined : fromJson(row.result),
    artifact: row.artifact,
    taint: toLabel(row.taint),
    label: labelOfCall(row),
    ...(row.authority !== null && { authority: fromJson<StoredCall["authority"]>(row.authority) }),
    ...(row.parent !== null && { parent: toId<"call">(row.parent) }),
    ...(row.started_at !== null && { startedAt: row.started_at }),
  };
}

/** Serializes a label for a column. */
export function labelToJson(label: Label | undefined): string | null {
  return label ? JSON.stringify(label) : null;
}

/** Returns the label in a column, where there is one. */
export function toLabel(text: string | null): Label | undefined {
  return text === null ? undefined : labelFromJson(text);
}
