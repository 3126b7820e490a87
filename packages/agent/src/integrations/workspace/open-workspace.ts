import {
  Fault,
  type ListOptions,
  type Workspace,
  type WorkspaceEntry,
  type WorkspaceInfo,
} from "@reeve/sdk";
import { attempt } from "../../kernel/attempt.ts";
import type { Folder } from "../../platform/folder.ts";
import { createInOrder } from "../../platform/serial-queue.ts";
import { DEFAULT_QUOTA_BYTES, MAX_FILE_BYTES, WORKSPACE_FOLDERS } from "../workspace.ts";
import { openWriteJournal } from "./write-journal.ts";
import { assertKept, assertRemovable, assertWritable } from "./protect.ts";

export interface WorkspaceOptions {
  readonly quotaBytes?: number;
  /** Further files that only the owner changes. */
  readonly readOnly?: readonly string[];
  /** File in which the calls that changed a file are recorded; without it, digests say what was changed. */
  readonly journal?: string | undefined;
}

/** A workspace as tools see it. */
export interface OpenedWorkspace extends Workspace {
  /** The same workspace for its owner, who also writes the files with the agent's character and rules. */
  readonly ofOwner: Workspace;
}

/**
 * Opens the workspace that lies in `folder`: creates its folders and clears
 * what interrupted writes left behind. A file may have 50 MB, all together
 * `quotaBytes`; what would exceed either is `exhausted`.
 */
export async function openWorkspace(
  folder: Folder,
  { quotaBytes = DEFAULT_QUOTA_BYTES, readOnly = [], journal: file }: WorkspaceOptions = {},
): Promise<OpenedWorkspace> {
  for (const name of WORKSPACE_FOLDERS) await folder.makeFolder(name);
  const unfinished = await folder.tidy();
  const journal = file === undefined ? undefined : await openWriteJournal(file, unfinished);
  const inOrder = createInOrder();
  const quota = createQuota(folder, quotaBytes);

  /** Checks the path as it is spelled and as it is after links: either may be the protected one. */
  const check = async (path: string, assert: (path: string) => void) => {
    for (const spelling of [path, await folder.resolve(path)]) {
      assert(spelling);
      assertKept(spelling, readOnly);
    }
  };

  /** Rethrows what a change of a call throws, and takes its record back. */
  const orCancelled = async (call: string | undefined, changing: Promise<void>) => {
    const changed = await attempt(changing);
    if (changed.status === "fulfilled") return;
    if (call !== undefined && journal?.has(call)) await journal.cancel(call);
    throw changed.reason;
  };
  const recorded = async (call: string | undefined, change: () => Promise<void>) => {
    if (call !== undefined) await journal?.begin(call);
    await orCancelled(call, change());
  };

  const create = (assertMayWrite: (path: string) => Promise<void>): Workspace => ({
    stat: (path) => folder.stat(path),
    read: (path, options) => folder.read(path, options),
    digest: (path) => folder.digest(path),

    async list(path, { recursive, filter }) {
      const entries = await folder.list(path, { recursive });
      return entries.filter((entry) => isWanted(entry, filter));
    },

    hasWritten: (call) => journal?.has(call),

    write: (path, content, { append, createFolders, call }) =>
      inOrder(async () => {
        await assertMayWrite(path);
        const before = (await folder.stat(path))?.bytes ?? 0;
        const bytes = append ? before + content.length : content.length;
        if (bytes > MAX_FILE_BYTES) throw tooLarge(path, bytes);
        await quota.assertRoom(bytes - before);
        const options = {
          createFolders,
          beforeReplace: async (part: string) => {
            if (call !== undefined) await journal?.begin(call, part);
          },
        };
        await orCancelled(call, folder[append ? "append" : "write"](path, content, options));
        quota.add(bytes - before);
        return { path: await folder.resolve(path), bytes };
      }),

    remove: (path, { recursive, call }) =>
      inOrder(async () => {
        await check(path, assertRemovable);
        await recorded(call, () => folder.remove(path, { recursive }));
        quota.forget();
      }),

    rename: (from, to, { overwrite, call }) =>
      inOrder(async () => {
        await check(from, assertRemovable);
        await check(to, assertWritable);
        await recorded(call, () => folder.rename(from, to, { overwrite }));
        quota.forget();
      }),

    info: async () => ({ ...summarize(await folder.list("", { recursive: true })), quotaBytes }),
  });
  return {
    ...create((path) => check(path, assertWritable)),
    ofOwner: create(async () => undefined),
  };
}

function isWanted({ kind }: WorkspaceEntry, filter: ListOptions["filter"]): boolean {
  if (filter === "all") return true;
  return filter === "files" ? kind === "file" : kind === "directory";
}

function tooLarge(path: string, bytes: number): Fault {
  return new Fault("exhausted", `"${path}" would be ${bytes} bytes long.`, {
    hint: `The maximum for a file is ${MAX_FILE_BYTES} bytes. Split it into several files.`,
  });
}

/** Keeps what a folder holds under a limit. */
interface Quota {
  /** Throws `exhausted` where there is no room for `extra` more bytes. */
  assertRoom(extra: number): Promise<void>;
  /** Counts bytes that were written. */
  add(extra: number): void;
  /** Measures again before the next write, because something was removed. */
  forget(): void;
}

/** Measures the folder once and counts along; only when that says full, it looks again. */
function createQuota(folder: Folder, quotaBytes: number): Quota {
  let used: number | undefined;
  const measure = async () => sumBytes(await folder.list("", { recursive: true }));

  return {
    async assertRoom(extra) {
      used ??= await measure();
      if (extra <= 0 || used + extra <= quotaBytes) return;
      used = await measure();
      if (used + extra <= quotaBytes) return;
      throw new Fault(
        "exhausted",
        `The workspace uses ${used} of ${quotaBytes} bytes; ${extra} more would exceed the quota.`,
        { hint: "Delete files that are no longer needed, or ask the owner for a larger quota." },
      );
    },
    add(extra) {
      if (used !== undefined) used += extra;
    },
    forget() {
      used = undefined;
    },
  };
}

/** Counts what a recursive listing holds, in all and per entry at the top. */
function summarize(listing: readonly WorkspaceEntry[]): Omit<WorkspaceInfo, "quotaBytes"> {
  const bytesByTop = new Map<string, number>();
  for (const { path, bytes } of listing) {
    const [top = path] = path.split("/");
    bytesByTop.set(top, (bytesByTop.get(top) ?? 0) + bytes);
  }
  const files = listing.filter(({ kind }) => kind === "file").length;
  return {
    files,
    directories: listing.length - files,
    bytes: sumBytes(listing),
    entries: Array.from(bytesByTop, ([path, bytes]) => ({ path, bytes })),
  };
}

/** The size of all that is listed. */
function sumBytes(listing: readonly WorkspaceEntry[]): number {
  return listing.reduce((sum, { bytes }) => sum + bytes, 0);
}
