import type { journal, JournalEntry } from "@reeve/operations/memory/journal";
import type { InputOf, OutputOf } from "@reeve/operations/operation";
import type { PageQuery } from "@reeve/operations/pages";
import type { JournalDraft } from "../../store/items/journal.ts";

/** Fields of an entry that change when the deal ends. */
export type JournalPatch = Omit<InputOf<typeof journal.update>, "id">;

/** The entries to list. */
export interface JournalQuery extends Omit<InputOf<typeof journal.list>, keyof PageQuery> {
  readonly limit: number;
}

/** Figures over all entries that match a query, also those beyond its limit. */
export type JournalSummary = OutputOf<typeof journal.summary>;

/** Result of a query. */
export interface JournalReport {
  /** Newest first, up to the limit. */
  readonly entries: readonly JournalEntry[];
  /** Over all entries that match, also those beyond the limit. */
  readonly summary: JournalSummary;
}

/** Business journal of the requester. Another person's entries do not exist here. */
export interface Journal {
  /** Logging the same key again returns the entry that is there. */
  log(draft: JournalDraft): Promise<JournalEntry>;
  query(query: JournalQuery): Promise<JournalReport>;
  /** `missing` where the entry does not exist. */
  update(id: number, patch: JournalPatch): Promise<JournalEntry>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly journal: Journal;
  }
}
