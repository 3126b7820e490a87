import type { Job } from "../../store/jobs.ts";
import type { MemoryChange } from "../../store/memory-changes.ts";
import type { PersonKey } from "../../store/people.ts";
import type { StoredReading } from "../../store/readings.ts";
import type { StoredTask } from "../../store/tasks.ts";

export interface Versions<Thing> {
  readonly before: Thing | null;
  readonly after: Thing | null;
  /** Unix milliseconds. */
  readonly at: number;
  /** Of the call, where a repeated one has to find its own line. */
  readonly key?: string | undefined;
}

/** The line of history for a task; undefined where nothing changed. */
export function taskChange(
  { tenant, person }: PersonKey,
  { before, after, at, key }: Versions<StoredTask>,
): MemoryChange | undefined {
  const line = (ref: string, what: string) => ({
    id: key === undefined ? `task:${ref}:${what}:${at}` : taskKey(key),
    tenant,
    person,
    at,
    ref,
    undoneAt: null,
  });
  if (before && after) return { ...line(after.id, "changed"), kind: "task-changed", before, after };
  if (after) return { ...line(after.id, "created"), kind: "task-created", before: null, after };
  if (before) return { ...line(before.id, "deleted"), kind: "task-deleted", before, after: null };
  return undefined;
}

/** The id of the line that the call of this key leaves. */
export function taskKey(key: string): string {
  return `task:${key}`;
}

/** The line of history for something to read. */
export function readingChange(
  { tenant, person }: PersonKey,
  { before, after, at }: Versions<StoredReading> & { readonly after: StoredReading },
): MemoryChange {
  const line = { tenant, person, at, ref: after.id, undoneAt: null };
  if (before)
    return { id: `reading:${after.id}:${at}`, ...line, kind: "reading-changed", before, after };
  return { id: `reading:${after.id}`, ...line, kind: "reading-saved", before: null, after };
}

/** The line of history for a reminder. */
export function reminderChange(
  { tenant, person }: PersonKey,
  { before, after, at, key }: Versions<Job> & { readonly after: Job },
): MemoryChange {
  const line = { tenant, person, at, ref: after.id, undoneAt: null };
  if (!before)
    return { id: `reminder:${after.id}`, ...line, kind: "reminder-created", before: null, after };
  const id = key === undefined ? `reminder:${after.id}:${at}` : reminderKey(key);
  return { id, ...line, kind: "reminder-changed", before, after };
}

/** The id of the line that the call of this key leaves. */
export function reminderKey(key: string): string {
  return `reminder:${key}`;
}
