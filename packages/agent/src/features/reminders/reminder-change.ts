import type { Job } from "../../store/jobs.ts";
import type { MemoryChange } from "../../store/memory-changes.ts";
import type { PersonKey } from "../../store/people.ts";
import type { ItemVersions } from "../item-change.ts";

/** Returns the line of history for a reminder. */
export function reminderChange(
  { tenant, person }: PersonKey,
  { before, after, at, key }: ItemVersions<Job> & { readonly after: Job },
): MemoryChange {
  const line = { tenant, person, at, ref: after.id, undoneAt: null };
  if (!before)
    return { id: `reminder:${after.id}`, ...line, kind: "reminder-created", before: null, after };
  const id = key === undefined ? `reminder:${after.id}:${at}` : reminderKey(key);
  return { id, ...line, kind: "reminder-changed", before, after };
}

/** Returns the id of the line that the call of this key leaves. */
export function reminderKey(key: string): string {
  return `reminder:${key}`;
}
