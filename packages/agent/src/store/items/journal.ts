import type { journal, JournalEntry, JournalOutcome } from "@reeve/operations/memory/journal";
import type { InputOf } from "@reeve/operations/operation";
import type { PersonId } from "../../kernel/ids.ts";
import type { Label } from "../../kernel/label.ts";

/** A deal to record. Amounts are plain decimal text, such as `-0.125`. */
export interface JournalDraft extends InputOf<typeof journal.create> {
  /** Derived from the call, so that a repeated call finds its own entry. */
  readonly key: string;
}

/** Entry with its label; without one, it is its person's own text. */
export interface StoredEntry extends JournalEntry {
  readonly label?: Label | undefined;
}

/** The journal of a person. */
export interface JournalOwner {
  readonly tenant: string;
  readonly person: PersonId;
}

/** Filter for entries; missing fields match everything. */
export interface JournalFilter extends Pick<
  InputOf<typeof journal.list>,
  "type" | "asset" | "outcome"
> {
  /** Entries from this moment on, in Unix milliseconds. */
  readonly since?: number | undefined;
}

/** Contribution of an entry to the summary. */
export interface JournalResult {
  readonly outcome: JournalOutcome;
  readonly pnlTon: string | undefined;
}

interface Labelled {
  readonly at: number;
  readonly label?: Label | undefined;
}

/** The business journal of each person. */
export interface JournalStore {
  /** Adds the entry unless its key is there already; returns the one that is there then. */
  add(owner: JournalOwner, draft: JournalDraft & Labelled): Promise<StoredEntry>;
  byId(owner: JournalOwner, id: number): Promise<StoredEntry | undefined>;
  /** Stores how an operation ended: outcome, P&L, hash and the time of the change. */
  settle(owner: JournalOwner, entry: StoredEntry): Promise<void>;
  remove(owner: JournalOwner, id: number): Promise<void>;
  /** Newest first. */
  list(owner: JournalOwner, filter: JournalFilter, limit: number): Promise<readonly StoredEntry[]>;
  /** Returns the results of every entry that matches the filter, in no order. */
  results(owner: JournalOwner, filter: JournalFilter): Promise<readonly JournalResult[]>;
}
