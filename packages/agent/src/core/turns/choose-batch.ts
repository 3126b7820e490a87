import type { AutomatedInput } from "../../kernel/envelope.ts";
import type { InboxBody, InboxRow } from "../../store/messages/inbox.ts";

export type MessageRow = InboxRow & { readonly body: Extract<InboxBody, { kind: "message" }> };
export type DecisionRow = InboxRow & { readonly body: Extract<InboxBody, { kind: "decision" }> };

export type PlanStepRow = InboxRow & { readonly body: Extract<InboxBody, { kind: "plan-step" }> };

export type Batch =
  | { readonly type: "messages"; readonly rows: readonly MessageRow[] }
  /** They are refused for the limit that the newest names. */
  | { readonly type: "too-fast"; readonly rows: readonly MessageRow[]; readonly limit: string }
  /** One, or several calls that one answer allows. */
  | { readonly type: "decision"; readonly rows: readonly DecisionRow[] }
  | { readonly type: "plan-step"; readonly row: PlanStepRow }
  | { readonly type: "empty" };

/**
 * Chooses what the next turn answers: all messages that waited together, or one decision, or one
 * step of a plan, or what came too fast. Decisions and steps keep their order in the chat and are
 * never batched, but for the calls of one question.
 */
export function chooseBatch(queued: readonly InboxRow[]): Batch {
  const [first] = queued;
  if (!first) return { type: "empty" };
  if (isDecision(first)) return { type: "decision", rows: allowedWith(first, queued) };
  if (isPlanStep(first)) return { type: "plan-step", row: first };
  if (isMessage(first) && isScheduled(first)) return { type: "messages", rows: [first] };
  const isTooFast = first.over !== undefined;
  const firstOther = queued.findIndex(
    (row) => !isMessage(row) || isScheduled(row) || (row.over !== undefined) !== isTooFast,
  );
  const rows = (firstOther === -1 ? queued : queued.slice(0, firstOther)).filter(isMessage);
  const limit = rows.at(-1)?.over;
  return limit === undefined ? { type: "messages", rows } : { type: "too-fast", rows, limit };
}

/** Whether an input is what somebody said; plans, decisions and jobs are others. */
export function isMessage(row: InboxRow): row is MessageRow {
  return row.body.kind === "message";
}

/** The run of a job that an input is, if it is one. */
export function scheduledIn(body: InboxBody): AutomatedInput | undefined {
  return body.kind === "message" ? body.scheduled : undefined;
}

/** Whether a message is a job's, which is done on its own. */
export function isScheduled({ body }: InboxRow): boolean {
  return body.kind === "message" && body.scheduled !== undefined;
}

function isDecision(row: InboxRow): row is DecisionRow {
  return row.body.kind === "decision";
}

/** Returns a decision with those that follow it and allow other calls of the same question. */
function allowedWith(first: DecisionRow, queued: readonly InboxRow[]): readonly DecisionRow[] {
  const { batch, verdict } = first.body;
  if (batch === undefined || verdict !== "allow") return [first];
  const isOther = (row: InboxRow) => !isDecision(row) || row.body.batch !== batch;
  const end = queued.findIndex(isOther);
  return (end === -1 ? queued : queued.slice(0, end)).filter(isDecision);
}

function isPlanStep(row: InboxRow): row is PlanStepRow {
  return row.body.kind === "plan-step";
}
