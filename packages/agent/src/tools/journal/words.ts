import type { JournalOutcome, JournalType } from "@reeve/sdk";

/** The kinds of operation that the journal knows. */
export const JOURNAL_TYPES = [
  "trade",
  "gift",
  "middleman",
  "kol",
] as const satisfies readonly JournalType[];

/** How an operation can have ended. */
export const JOURNAL_OUTCOMES = [
  "pending",
  "profit",
  "loss",
  "neutral",
  "cancelled",
] as const satisfies readonly JournalOutcome[];
