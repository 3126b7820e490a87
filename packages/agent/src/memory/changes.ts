import { Fault } from "@reeve/sdk";
import type { Clock } from "../kernel/clock.ts";
import type { Folder } from "../platform/folder.ts";
import type { ChangeOwner, MemoryChange } from "../store/items/memory-changes.ts";
import type { Repositories, Store } from "../store/store.ts";
import { revertChange } from "./changes/revert-change.ts";
import { type FileChange, revertFile } from "./changes/revert-file.ts";
import { unconfirmEntry } from "./knowledge/confirm-entry.ts";
import { removeEntry } from "./knowledge/remove-entry.ts";
import type { MemoryFiles } from "./memory-files.ts";

export interface ChangeLogDeps {
  readonly store: Store;
  readonly clock: Clock;
}

/**
 * Undoes the newest of a person's own changes, or the one with this id, and returns it; undefined if there
 * is none. Throws `conflict` and changes nothing if the item has changed since.
 */
export async function undoChange(
  owner: ChangeOwner,
  { id }: { readonly id?: string | undefined },
  { store, clock, folder }: ChangeLogDeps & { readonly folder: Folder },
): Promise<MemoryChange | undefined> {
  const change = await startUndo(owner, { id }, { store, folder });
  if (change) await store.commit("change-memory", (tx) => finishUndo(tx, change, clock.now()));
  return change;
}

/**
 * The first half: finds the change and puts its files back. Done again before the second half,
 * it finds the same change and the files as they are to be.
 */
export async function startUndo(
  owner: ChangeOwner,
  { id }: { readonly id?: string | undefined },
  { store, folder }: Pick<ChangeLogDeps, "store"> & { readonly folder: Folder },
): Promise<MemoryChange | undefined> {
  const { memoryChanges } = store.read;
  const change =
    id === undefined ? await memoryChanges.newest(owner) : await memoryChanges.byId(owner, id);
  if (!change && id === undefined) return undefined;
  if (!change || change.undoneAt !== null)
    throw new Fault("missing", `You have no change with the id ${id} that can be undone.`, {
      hint: "List your changes: reeve history",
    });
  // The file goes first: an entry that is gone already leaves only the change to be marked.
  if (change.kind === "entry-added") {
    const { key, text: content } = change.after;
    const outcome = await removeEntry(folder, { path: change.ref, key, content });
    if (outcome === "changed") throw movedOn(change);
  }
  if (change.kind === "entry-confirmed") {
    const { id: entry, integrity } = change.before;
    if (!(await unconfirmEntry(folder, { path: change.ref, id: entry, integrity })))
      throw movedOn(change);
  }
  if (isFileChange(change)) {
    const versionOf = (version: string) => store.slow.fileVersions.byId(owner, version);
    if (!(await revertFile(change, { folder, versionOf }))) throw movedOn(change);
  }
  return change;
}

/** The second half, in the caller's transaction: rows are put back, and the change is marked. */
export async function finishUndo(
  tx: Repositories,
  change: MemoryChange,
  now: number,
): Promise<void> {
  const isFirst = await tx.memoryChanges.markUndone(change.id, now);
  if (!isFirst || !(await revertChange(tx, change))) throw movedOn(change);
}

function isFileChange(change: MemoryChange): change is FileChange {
  return change.kind.startsWith("file-");
}

function movedOn({ kind, ref, id }: MemoryChange): Fault {
  const what = `The change ${id} (${kind.replace("-", " ")}, ${ref})`;
  return new Fault("conflict", `${what} cannot be undone, because the item has changed since.`, {
    hint: "Undo another change. List changes with `reeve history`, then run `reeve undo <id>`.",
  });
}

/** The same files, with a line of history for each entry that the agent appends for a person. */
export function withChangeLog(
  files: MemoryFiles,
  owner: ChangeOwner,
  { store, clock }: ChangeLogDeps,
): MemoryFiles {
  return {
    ...files,
    async append(entry) {
      const written = await files.append(entry);
      const { tenant, person } = owner;
      const { key, content: text } = entry;
      await store.commit("change-memory", (tx) =>
        tx.memoryChanges.add({
          // A repeated call finds its own line.
          id: `entry:${key}`,
          tenant,
          person,
          at: clock.now(),
          undoneAt: null,
          kind: "entry-added",
          ref: written.path,
          before: null,
          after: { key, text },
        }),
      );
      return written;
    },
  };
}
