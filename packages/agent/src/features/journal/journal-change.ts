import { canonicalJson } from "../../kernel/json.ts";
import type { JournalOwner, StoredEntry } from "../../store/journal.ts";
import type { MemoryChange } from "../../store/memory-changes.ts";

/** The line of history for an entry; undefined where it says after what it said before. */
export function journalChange(
  owner: JournalOwner,
  { before, after, at }: { before: StoredEntry | null; after: StoredEntry; at: number },
): MemoryChange | undefined {
  const line = {
    id: `journal:${after.id}:${at}`,
    ...owner,
    at,
    ref: String(after.id),
    undoneAt: null,
  };
  if (before === null) {
    // An entry that was there already was logged by an earlier run of the same call.
    const isNew = after.createdAt === at;
    return isNew ? { ...line, kind: "journal-added", before, after } : undefined;
  }
  if (saidIn(before) === saidIn(after)) return undefined;
  return { ...line, kind: "journal-changed", before, after };
}

/** When it was last touched is not what it says. */
function saidIn(entry: StoredEntry): string {
  return canonicalJson({ ...entry, updatedAt: 0 });
}
