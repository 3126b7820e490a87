import type { MemoryChange } from "../../store/memory-changes.ts";
import type { PersonKey } from "../../store/people.ts";
import type { StoredReadingItem } from "../../store/reading-list.ts";
import type { ItemVersions } from "../item-change.ts";

/** Returns the line of history for something to read. */
export function readingChange(
  { tenant, person }: PersonKey,
  { before, after, at }: ItemVersions<StoredReadingItem> & { readonly after: StoredReadingItem },
): MemoryChange {
  const line = { tenant, person, at, ref: after.id, undoneAt: null };
  if (before)
    return { id: `reading:${after.id}:${at}`, ...line, kind: "reading-changed", before, after };
  return { id: `reading:${after.id}`, ...line, kind: "reading-saved", before: null, after };
}
