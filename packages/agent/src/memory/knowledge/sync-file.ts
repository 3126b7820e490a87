import type { PassageSource, ScopeKey } from "../../store/search/passages.ts";
import type { Repositories, Store } from "../../store/store.ts";
import { pathOfRef, sourceOf } from "./file-kind.ts";
import { planChanges } from "./plan-changes.ts";
import type { FilePassage } from "./to-passages.ts";

/** Owner of files. Only the owner finds text in them. */
export interface FileOwner {
  readonly tenant: string;
  readonly person: string;
}

/** Passage sources of files. */
const FILE_SOURCES = ["knowledge", "session"] as const;

/** Everyone else waits for a commit: one of a large file is divided. */
const MAX_CHANGES = 200;

/** Updates the stored passages of a file; `[]` removes them. Returns the number of changes. */
export async function syncFile(
  path: string,
  passages: readonly FilePassage[],
  { store, owner }: { store: Store; owner: FileOwner },
): Promise<number> {
  const stored = await Promise.all(
    FILE_SOURCES.map((source) =>
      store.slow.passages.list(scopeOf(owner, source), { prefix: `${path}#` }),
    ),
  );
  const ofFile = stored.flat().filter(({ ref }) => pathOfRef(ref) === path);
  const { remove, put } = planChanges(path, ofFile, passages);
  const changes = [
    ...remove.map(
      ({ scope, ref }) =>
        (tx: Repositories) =>
          tx.passages.remove(scope, ref),
    ),
    ...put.map(({ kind, ...passage }) => (tx: Repositories) => {
      const scope = scopeOf(owner, sourceOf(kind));
      return tx.passages.put({ ...passage, scope, author: null });
    }),
  ];
  for (let at = 0; at < changes.length; at += MAX_CHANGES)
    await store.commit("index-knowledge", async (tx) => {
      for (const change of changes.slice(at, at + MAX_CHANGES)) await change(tx);
    });
  return changes.length;
}

/** Returns the files that passages are stored of. */
export async function listIndexed(store: Store, owner: FileOwner): Promise<ReadonlySet<string>> {
  const stored = await Promise.all(
    FILE_SOURCES.map((source) => store.slow.passages.list(scopeOf(owner, source))),
  );
  return new Set(stored.flat().map(({ ref }) => pathOfRef(ref)));
}

function scopeOf({ tenant, person }: FileOwner, source: PassageSource): ScopeKey {
  return { tenant, audience: person, chat: null, source };
}
