import type { InboxBody, InboxRow } from "../../store/inbox.ts";

export type MessageRow = InboxRow & { readonly body: Extract<InboxBody, { kind: "message" }> };
export type DecisionRow = InboxRow & { readonly body: Extract<InboxBody, { kind: "decision" }> };

export type Batch =
  | { readonly type: "messages"; readonly rows: readonly MessageRow[] }
  /** They are refused for the limit that the newest names. */
  | { readonly type: "too-fast"; readonly rows: readonly MessageRow[]; readonly limit: string }
  | { readonly type: "decision"; readonly row: DecisionRow }
  | { readonly type: "empty" };

/**
 * What the next turn answers: all messages that waited together, or one
 * decision, or what came too fast. Decisions keep their place in the order and are never batched.
 */
export function chooseBatch(queued: readonly InboxRow[]): Batch {
  const [first] = queued;
  if (!first) return { type: "empty" };
  if (isDecision(first)) return { type: "decision", row: first };
  const isTooFast = first.over !== undefined;
  const firstOther = queued.findIndex(
    (row) => isDecision(row) || (row.over !== undefined) !== isTooFast,
  );
  const rows = (firstOther === -1 ? queued : queued.slice(0, firstOther)).filter(isMessage);
  const limit = rows.at(-1)?.over;
  return limit === undefined ? { type: "messages", rows } : { type: "too-fast", rows, limit };
}

export function isMessage(row: InboxRow): row is MessageRow {
  return row.body.kind === "message";
}

function isDecision(row: InboxRow): row is DecisionRow {
  return row.body.kind === "decision";
}
