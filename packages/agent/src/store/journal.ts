import type { JournalDraft, JournalEntry, JournalOutcome, JournalQuery } from "@reeve/sdk";
import type { PersonId } from "../kernel/ids.ts";

/** The journal of a person. */
export interface JournalOwner {
  readonly tenant: string;
  readonly person: PersonId;
}

/** Which entries are meant; what is left out does not narrow them. */
export interface JournalFilter extends Pick<JournalQuery, "type" | "asset" | "outcome"> {
  /** Entries from this moment on, in Unix milliseconds. */
  readonly since?: number | undefined;
}

/** What an entry adds to the summary. */
export interface JournalResult {
  readonly outcome: JournalOutcome;
  readonly pnlTon: string | undefined;
}

export interface JournalStore {
  /** Adds the entry unless its key is there already; returns the one that is there then. */
  add(owner: JournalOwner, draft: JournalDraft & { readonly at: number }): Promise<JournalEntry>;
  byId(owner: JournalOwner, id: number): Promise<JournalEntry | undefined>;
  /** Stores how an operation ended: outcome, P&L, hash and the time of the change. */
  settle(owner: JournalOwner, entry: JournalEntry): Promise<void>;
  /** Newest first. */
  list(owner: JournalOwner, filter: JournalFilter, limit: number): Promise<readonly JournalEntry[]>;
  /** Of every entry that the filter lets through, in no order. */
  results(owner: JournalOwner, filter: JournalFilter): Promise<readonly JournalResult[]>;
}
