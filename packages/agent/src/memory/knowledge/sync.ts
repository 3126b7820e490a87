import type { Wakeup } from "../../kernel/wakeup.ts";
import type { Folder } from "../../platform/folder.ts";
import type { Wait } from "../../kernel/wait.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../store/store.ts";
import { isSourceName, listSources, type SourceFile } from "./list-sources.ts";
import { readSource } from "./read-source.ts";
import { type FileOwner, listIndexed, syncFile } from "./sync-file.ts";
import { toPassages } from "./to-passages.ts";
import { watchFolders } from "./watch-folders.ts";

export interface SyncDeps {
  readonly store: Store;
  /** Folder of the workspace, and its path. */
  readonly folder: Folder;
  readonly root: string;
  readonly owner: FileOwner;
  readonly timeZone: string;
  readonly log: Log;
  /** Makes the loop look; the watched folders notifies it. */
  readonly wakeup: Wakeup;
  /** Lets changes gather: an editor makes several for one save. */
  readonly pause: Wait;
}

const QUIET_MS = 200;
/** Interval in milliseconds for checking without a notification: a watch may miss changes, or fail. */
const LOOK_AGAIN_MS = 5 * 60_000;
const RETRY_MS = 60_000;
/** Further files are left out. */
const MAX_FILES = 2000;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;

/**
 * Syncs the passages of the owner's files until `signal` aborts: MEMORY.md, the daily logs, and all files
 * in memory/ and knowledge/. A file that cannot be read as text is logged once.
 */
export async function runSync(deps: SyncDeps, signal: AbortSignal): Promise<void> {
  const { wakeup, log, pause, root } = deps;
  const onAbort = () => wakeup.notify();
  signal.addEventListener("abort", onAbort);
  const state: SyncState = { seen: new Map(), dirty: new Set(), told: new Map(), known: undefined };
  using watch = watchFolders(root, {
    onChange(path) {
      if (path !== undefined && !path.includes("/") && !isSourceName(path)) return;
      if (path !== undefined) state.dirty.add(path);
      wakeup.notify();
    },
    onTrouble: (folder, error) => log.warn("failed to watch folder", { folder, error }),
  });

  while (!signal.aborted) {
    const isDone = await syncAll(state, { ...deps, watch }, signal).catch((error: unknown) => {
      log.error("failed to sync memory files", { error });
      return false;
    });
    if (signal.aborted) break;
    await wakeup.wait(isDone ? LOOK_AGAIN_MS : RETRY_MS);
    if (!signal.aborted) await pause(QUIET_MS, signal);
  }
  signal.removeEventListener("abort", onAbort);
}

interface SyncState {
  /** Size and time of each file when it was read. */
  readonly seen: Map<string, string>;
  /** Files reported as changed. */
  readonly dirty: Set<string>;
  /** Last logged reason for each file. */
  readonly told: Map<string, string>;
  /** Files that passages are stored of. */
  known: Set<string> | undefined;
}

type AllDeps = SyncDeps & { readonly watch: ReturnType<typeof watchFolders> };

/** Answers whether everything could be brought up to date. */
async function syncAll(state: SyncState, deps: AllDeps, signal: AbortSignal): Promise<boolean> {
  const { store, owner, log } = deps;
  state.known ??= new Set(await listIndexed(store, owner));
  const dirty = new Set(state.dirty);
  state.dirty.clear();
  const files = await listWatched(state, deps);
  const gone = state.known.difference(new Set(files.map(({ path }) => path)));

  let isDone = true;
  for (const file of [...files, ...Array.from(gone, toGone)]) {
    if (signal.aborted) return false;
    const stamp = `${file.bytes} ${file.modifiedAt}`;
    if (state.seen.get(file.path) === stamp && !dirty.has(file.path)) continue;
    const isSynced = await syncOne(file, { ...deps, state }).then(
      () => true,
      (error: unknown) => {
        log.warn("failed to index file", { path: file.path, error });
        return false;
      },
    );
    if (isSynced && file.bytes >= 0) state.seen.set(file.path, stamp);
    else state.seen.delete(file.path);
    isDone &&= isSynced;
  }
  return isDone;
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
    warnOnce(state, { path, reason: "beyond the limit of files", log });
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
  { path, modifiedAt }: SourceFile,
  { state, folder, timeZone, log, ...deps }: SyncDeps & { readonly state: SyncState },
): Promise<void> {
  const source = await readSource(folder, path);
  if (source.type === "left-out") warnOnce(state, { path, reason: source.reason, log });
  else state.told.delete(path);
  const digest = source.type === "text" ? await folder.digest(path) : undefined;
  const { tenant } = deps.owner;
  const label = digest && (await deps.store.read.fileLabels.ofDigest(tenant, digest));
  const integrity = label ? label.integrity : undefined;
  const passages =
    source.type === "text" ? toPassages({ ...source, path, modifiedAt, timeZone, integrity }) : [];
  const changed = await syncFile(path, passages, deps);
  if (passages.length > 0) state.known?.add(path);
  else state.known?.delete(path);
  if (changed > 0) log.debug("file indexed", { path, passages: passages.length, changed });
}

function warnOnce(
  { told }: SyncState,
  { path, reason, log }: { path: string; reason: string; log: Log },
): void {
  if (told.get(path) === reason) return;
  told.set(path, reason);
  log.warn("file not indexed", { path, reason });
}
