import type { MemoryChange } from "../../store/memory-changes.ts";
import type { PersonKey } from "../../store/people.ts";
import type { StoredTask } from "../../store/tasks.ts";
import type { ItemVersions } from "../item-change.ts";

/** Returns the line of history for a task; undefined where nothing changed. */
export function taskChange(
  { tenant, person }: PersonKey,
  { before, after, at, key }: ItemVersions<StoredTask>,
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

/** Returns the id of the line that the call of this key leaves. */
export function taskKey(key: string): string {
  return `task:${key}`;
}
