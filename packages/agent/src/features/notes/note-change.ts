import type { Note } from "@reeve/operations/memory/notes";
import type { MemoryChange } from "../../store/items/memory-changes.ts";
import type { NoteOwner } from "../../store/items/notes.ts";

export interface NoteVersions {
  readonly before: Note | null;
  readonly after: Note | null;
  /** Unix milliseconds. */
  readonly at: number;
}

/** The line of history for a note; undefined where it says after what it said before. */
export function noteChange(
  owner: NoteOwner,
  { before, after, at }: NoteVersions,
): MemoryChange | undefined {
  const ref = (after ?? before)?.id;
  if (ref === undefined || (before && after && isSame(before, after))) return undefined;
  const line = { id: `note:${ref}:${at}`, ...owner, at, ref, undoneAt: null };
  if (!before) return after ? { ...line, kind: "note-created", before, after } : undefined;
  if (!after) return { ...line, kind: "note-deleted", before, after };
  return { ...line, kind: "note-changed", before, after };
}

function isSame(one: Note, other: Note): boolean {
  return saidIn(one) === saidIn(other);
}

function saidIn({ title, text, tags }: Note): string {
  return JSON.stringify([title, text, tags]);
}
