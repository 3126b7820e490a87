import type { InboxBody, InboxRow } from "../../store/inbox.ts";

export type MessageRow = InboxRow & { readonly body: Extract<InboxBody, { kind: "message" }> };
export type DecisionRow = InboxRow & { readonly body: Extract<InboxBody, { kind: "decision" }> };

export type Batch =
  | { readonly type: "messages"; readonly rows: readonly MessageRow[] }
  | { readonly type: "decision"; readonly row: DecisionRow }
  | { readonly type: "empty" };

/**
 * What the next turn answers: all messages that waited together, or one
 * decision. Decisions keep their place in the order and are never batched.
 */
export function chooseBatch(queued: readonly InboxRow[]): Batch {
  const [first] = queued;
  if (!first) return { type: "empty" };
  if (isDecision(first)) return { type: "decision", row: first };
  const firstDecision = queued.findIndex(isDecision);
  const rows = firstDecision === -1 ? queued : queued.slice(0, firstDecision);
  return { type: "messages", rows: rows.filter(isMessage) };
}

export function isMessage(row: InboxRow): row is MessageRow {
  return row.body.kind === "message";
}

function isDecision(row: InboxRow): row is DecisionRow {
  return row.body.kind === "decision";
}
