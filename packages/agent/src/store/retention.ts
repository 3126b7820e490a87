import type { ChatId, TurnId } from "../kernel/ids.ts";

/** Turns whose rows may be removed. */
export interface FinishedTurns {
  readonly turns: readonly TurnId[];
  /** Number of the last turn that was read, which may be one that stays; undefined if there are no more. */
  readonly last: number | undefined;
}

/** Events of a chat that may be removed. Those of one commit have the number of the last of them. */
export interface OldEvents {
  readonly seqs: readonly number[];
  /** The last number that was read, which may be one that stays; undefined if there are no more. */
  readonly last: number | undefined;
}

/** Kinds of rows that are removed by their own age. */
export const OLD_ROW_KINDS = [
  /** Parts of replies that were sent or dropped. */
  "outbox",
  /** Events that webhooks received. */
  "deliveries",
  /** Commands on the machine that have ended. */
  "commands",
  /** Finished runs of jobs, except the newest run of each job. */
  "job-runs",
  /** Pictures of messages that no turn took in. */
  "images",
  /** Requests to models; their sums by day stay. */
  "usage",
  /** Prompt prefixes of ended sessions; the sessions stay. */
  "prefixes",
  /** Bits that calls told others. */
  "egress",
] as const;

export type OldRowKind = (typeof OLD_ROW_KINDS)[number];

/** Key of a row, in the order of its columns. */
export type RowKey = readonly (string | number)[];

/**
 * Finds and removes rows of the agent's own work that nothing needs any more. What people said, what was
 * answered, approvals, the audit log and the sums of usage are not among them.
 */
export interface RetentionStore {
  /**
   * Returns turns of sessions that ended before a time and still have steps, calls, artifacts or images,
   * oldest first. Turns that an open session inherited, that wait, or that are still to be summarized or
   * learned from are not among them.
   */
  finishedTurns(
    before: number,
    page: { readonly after: number; readonly limit: number },
  ): Promise<FinishedTurns>;
  /** Removes up to `limit` rows of a finished turn; returns their number. A call with an approval stays. */
  removeFromTurn(turn: TurnId, limit: number): Promise<number>;
  /** Returns events of a chat from before a time, except those of a running turn. */
  oldEvents(
    chat: ChatId,
    before: number,
    page: { readonly after: number; readonly limit: number },
  ): Promise<OldEvents>;
  removeEvents(chat: ChatId, seqs: readonly number[]): Promise<number>;
  /** Returns keys of rows of a kind from before a time. */
  oldRows(kind: OldRowKind, before: number, limit: number): Promise<readonly RowKey[]>;
  /** Removes those of the rows that are still old; returns their number. */
  removeRows(kind: OldRowKind, before: number, keys: readonly RowKey[]): Promise<number>;
}
