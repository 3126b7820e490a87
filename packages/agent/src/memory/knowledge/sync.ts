import { createWakeup } from "../../kernel/wakeup.ts";
import type { Folder } from "../../platform/folder.ts";
import type { Log } from "../../platform/log.ts";
import type { Kernel } from "../../store/kernel.ts";
import type { Upkeep, WorkItem } from "../../work/run-work.ts";
import { withRetries } from "../../work/with-retries.ts";
import { isSourceName, listSources, type SourceFile } from "./list-sources.ts";
import { readSource } from "./read-source.ts";
import { type FileOwner, listIndexed, syncFile } from "./sync-file.ts";
import { taintedEntriesIn } from "./entry-mark.ts";
import { createEntryLabels } from "../knowledge.ts";
import { toPassages } from "./to-passages.ts";
import { type FolderWatch, watchFolders } from "./watch-folders.ts";

export interface SyncDeps extends Pick<Kernel, "store" | "clock"> {
  /** Folder of the workspace, and its path. */
  readonly folder: Folder;
  readonly root: string;
  readonly owner: FileOwner;
  readonly timeZone: string;
  readonly log: Log;
}

/** Lets changes gather, in milliseconds: an editor makes several for one save. */
const QUIET_MS = 200;
/** Interval in milliseconds for checking without a notification: a watch may miss changes, or fail. */
const LOOK_AGAIN_MS = 5 * 60_000;
/** Further files are left out. */
const MAX_FILES = 2000;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;

/**
 * Syncs the passages of the owner's files: MEMORY.md, the daily logs, and all files in memory/ and
 * knowledge/. A file that cannot be read as text is logged once. One that cannot be synced is retried by
 * itself, and the others do not wait.
 */
export function createSync(deps: SyncDeps): Upkeep {
  const state: SyncState = {
    isStale: true,
    lookedAt: Number.NEGATIVE_INFINITY,
    pending: new Map(),
    seen: new Map(),
    dirty: new Set(),
    told: new Map(),
    known: undefined,
  };
  const wakeup = createWakeup();
  const notify = () => {
    state.isStale = true;
    wakeup.notify();
  };
  return {
    wakeup: { notify },
    async run(run, signal) {
      using watch = watchFolders(deps.root, {
        onChange(path) {
          if (path !== undefined && !path.includes("/") && !isSourceName(path)) return;
          if (path !== undefined) state.dirty.add(path);
          notify();
        },
        onTrouble: (folder, error) => deps.log.warn("failed to watch folder", { folder, error }),
      });
      const work = withRetries<SyncItem>(
        {
          name: "index",
          wakeup,
          quietMs: QUIET_MS,
          list: async ({ now, limit }) => listItems(state, { ...deps, watch }, { now, limit }),
          nextDue: async () => state.lookedAt + LOOK_AGAIN_MS,
          recurs: ({ id }) => id === LOOK,
          run: (item) => item.run(),
        },
        deps,
      );
      if (!signal.aborted) await run(work);
    },
  };
}

/** A look for changed files, or one changed file. */
interface SyncItem extends WorkItem {
  run(): Promise<void>;
}

interface SyncState {
  /** Whether something may have changed since the last look. */
  isStale: boolean;
  /** Unix milliseconds. */
  lookedAt: number;
  /** Files to sync, by their paths. */
  readonly pending: Map<string, SourceFile>;
  /** Size and time of each file when it was read. */
  readonly seen: Map<string, string>;
  /** Files reported as changed since the last look. */
  readonly dirty: Set<string>;
  /** Last logged reason for each file. */
  readonly told: Map<string, string>;
  /** Files that passages are stored of. */
  known: Set<string> | undefined;
}

type AllDeps = SyncDeps & { readonly watch: FolderWatch };

const LOOK = "files";

function listItems(
  state: SyncState,
  deps: AllDeps,
  { now, limit }: { readonly now: number; readonly limit: number },
): readonly SyncItem[] {
  const isDue = state.isStale || now - state.lookedAt >= LOOK_AGAIN_MS;
  const look = { id: LOOK, run: () => lookForChanges(state, deps) };
  const files = [...state.pending.values()].slice(0, limit).map((file) => ({
    // A changed file is another item: it may be readable now.
    id: `${file.path}${VERSION}${file.modifiedAt}`,
    run: () => syncOne(file, { ...deps, state }),
  }));
  return isDue ? [look, ...files] : files;
}

const VERSION = "@";

async function lookForChanges(state: SyncState, deps: AllDeps): Promise<void> {
  const { store, owner, clock } = deps;
  state.isStale = false;
  for (const path of state.dirty) state.seen.delete(path);
  state.dirty.clear();
  try {
    state.known ??= new Set(await listIndexed(store, owner));
    const files = await listWatched(state, deps);
    const gone = state.known.difference(new Set(files.map(({ path }) => path)));
    state.pending.clear();
    for (const file of [...files, ...Array.from(gone, toGone)])
      if (state.seen.get(file.path) !== stampOf(file)) state.pending.set(file.path, file);
    state.lookedAt = clock.now();
  } catch (error) {
    state.isStale = true;
    throw error;
  }
}

function stampOf({ bytes, modifiedAt }: SourceFile): string {
  return `${bytes} ${modifiedAt}`;
}

/** Lists again when unwatched folders appear: earlier changes inside them were not reported. */
async function listWatched(
  state: SyncState,
  { folder, root, watch, log }: AllDeps,
): Promise<readonly SourceFile[]> {
  let sources = await listSources(folder, root);
  while (await watch.keep(sources.folders)) sources = await listSources(folder, root);
  for (const link of sources.links) warnOnce(state, { path: link, reason: "a symbolic link", log });
  const files = withinLimits(sources.files);
  for (const { path } of sources.files.slice(files.length))
    warnOnce(state, { path, reason: "too many files", log });
  return files;
}

function withinLimits(files: readonly SourceFile[]): readonly SourceFile[] {
  let bytes = 0;
  const end = files.findIndex((file, index) => {
    bytes += file.bytes;
    return index >= MAX_FILES || bytes > MAX_TOTAL_BYTES;
  });
  return end === -1 ? files : files.slice(0, end);
}

const GONE_BYTES = -1;

function toGone(path: string): SourceFile {
  return { path, bytes: GONE_BYTES, modifiedAt: 0 };
}

async function syncOne(
  file: SourceFile,
  { state, folder, timeZone, log, ...deps }: SyncDeps & { readonly state: SyncState },
): Promise<void> {
  const { path, modifiedAt } = file;
  const source = await readSource(folder, path);
  if (source.type === "left-out") warnOnce(state, { path, reason: source.reason, log });
  else state.told.delete(path);
  const digest = source.type === "text" ? await folder.digest(path) : undefined;
  const { tenant } = deps.owner;
  const label = digest && (await deps.store.read.fileLabels.ofDigest(tenant, digest));
  const passages =
    source.type === "text"
      ? toPassages({
          ...source,
          path,
          modifiedAt,
          timeZone,
          ...(label && { label }),
          entries: await createEntryLabels(deps.store, tenant).of(taintedEntriesIn(source.text)),
        })
      : [];
  const changed = await syncFile(path, passages, deps);
  await forgetFailures(path, deps);
  if (passages.length > 0) state.known?.add(path);
  else state.known?.delete(path);
  state.pending.delete(path);
  if (file.bytes === GONE_BYTES) state.seen.delete(path);
  else state.seen.set(path, stampOf(file));
  if (changed > 0) log.debug("file indexed", { path, passages: passages.length, changed });
}

/** Earlier versions of a file will not be tried any more. */
async function forgetFailures(path: string, { store }: Pick<SyncDeps, "store">): Promise<void> {
  const rows = await store.read.work.of("index");
  const old = rows.filter(({ id }) => id.startsWith(`${path}${VERSION}`));
  if (old.length === 0) return;
  await store.commit("retry", async (tx) => {
    for (const { kind, id } of old) await tx.work.remove(kind, id);
  });
}

function warnOnce(
  { told }: SyncState,
  { path, reason, log }: { path: string; reason: string; log: Log },
): void {
  if (told.get(path) === reason) return;
  told.set(path, reason);
  log.warn("file not indexed", { path, reason });
}
