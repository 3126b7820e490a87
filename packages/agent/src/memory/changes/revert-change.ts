import { toId } from "../../kernel/ids.ts";
import { canonicalJson } from "../../kernel/text/json.ts";
import type { StoredEntry } from "../../store/items/journal.ts";
import type { MemoryChange } from "../../store/items/memory-changes.ts";
import type { Repositories } from "../../store/store.ts";
import { retractFact } from "../facts/retract-fact.ts";
import { rewordFact } from "../facts/reword-fact.ts";
import { revertItem } from "./revert-item.ts";

/** Takes a change back, in the caller's transaction. False where the thing has changed since. */
export async function revertChange(tx: Repositories, change: MemoryChange): Promise<boolean> {
  const { tenant } = change;
  switch (change.kind) {
    case "fact-added":
    case "fact-superseded":
      return retractFact(tx, change.ref, change.after);
    case "fact-edited":
      return rewordFact(tx, change.ref, { from: change.after, to: change.before });
    case "fact-confirmed": {
      const { after: text, ref } = change;
      return rewordFact(tx, ref, { from: text, to: { text, confirmedBy: null } });
    }
    case "profile-edited": {
      const owner = { tenant, person: toId<"person">(change.ref) };
      const now = await tx.profiles.of(owner);
      if (now?.fixed !== change.after.fixed) return false;
      if (change.before) await tx.profiles.put(change.before);
      else await tx.profiles.remove(owner);
      return true;
    }
    case "entry-added":
    case "entry-confirmed":
    case "file-written":
    case "file-renamed":
    case "file-removed":
      // Files were put back before.
      return true;
    case "journal-added":
    case "journal-changed":
      return revertEntry(tx, change);
    case "note-created":
    case "note-changed":
    case "note-deleted":
      return revertNote(tx, change);
    case "task-created":
    case "task-changed":
    case "task-deleted":
    case "reading-saved":
    case "reading-changed":
    case "reminder-created":
    case "reminder-changed":
      return revertItem(tx, change);
  }
}

async function revertNote(
  tx: Repositories,
  { tenant, person, ref, before, after }: NoteChange,
): Promise<boolean> {
  const owner = { tenant, person };
  const now = (await tx.notes.byId(owner, ref)) ?? null;
  if (canonicalJson(now) !== canonicalJson(after)) return false;
  if (before === null) await tx.notes.remove(owner, ref);
  else if (after === null) await tx.notes.add(owner, before);
  else await tx.notes.replace(owner, before);
  return true;
}

async function revertEntry(
  tx: Repositories,
  { tenant, person, before, after }: EntryChange,
): Promise<boolean> {
  const owner = { tenant, person };
  const now = await tx.journal.byId(owner, after.id);
  if (!now || saidIn(now) !== saidIn(after)) return false;
  if (before === null) await tx.journal.remove(owner, after.id);
  else await tx.journal.settle(owner, before);
  return true;
}

/** Serializes an entry without its update time, which is not part of its content. */
function saidIn(entry: StoredEntry): string {
  return canonicalJson({ ...entry, updatedAt: 0 });
}

type EntryChange = Extract<MemoryChange, { readonly kind: "journal-added" | "journal-changed" }>;

type NoteChange = Extract<
  MemoryChange,
  { readonly kind: "note-created" | "note-changed" | "note-deleted" }
>;
