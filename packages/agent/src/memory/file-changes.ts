import { createHash } from "node:crypto";
import type { Workspace } from "@reeve/sdk";
import { snapshotFiles } from "./changes/snapshot-files.ts";
import type { ChangeLogDeps } from "./changes.ts";
import type { ChangeBody, ChangeOwner } from "../store/items/memory-changes.ts";
import { type FileFingerprint, fileFingerprint } from "./changes/file-fingerprint.ts";

export interface FileChangeLogDeps extends ChangeLogDeps {
  /** The call that changes files: a repeated one finds its own lines. */
  readonly call: string;
}

/**
 * Wraps a workspace so that each change that a call makes for a person is logged. The content of a file is
 * saved before it changes, so that a change interrupted by a crash can be undone, too; a failed change
 * leaves no log line.
 */
export function withFileChangeLog(
  workspace: Workspace,
  owner: ChangeOwner,
  { store, clock, call }: FileChangeLogDeps,
): Workspace {
  let changes = 0;

  /** Notes a change, makes it, and takes the note back where it could not be made. */
  const change = async <Result>(planned: Planned, make: () => Promise<Result>): Promise<Result> => {
    const id = `file:${call}:${changes++}`;
    const kept = await planned(id);
    if (!kept) return make();
    const line = { ...kept.body, ...owner, id, at: clock.now(), undoneAt: null };
    await store.commit("keep-file", async (tx) => {
      for (const version of kept.versions)
        await tx.fileVersions.add(owner, version, MAX_STORED_BYTES);
      await tx.memoryChanges.add(line);
    });
    let isMade = false;
    try {
      const result = await make();
      isMade = true;
      return result;
    } finally {
      if (!isMade)
        await store.commit("keep-file", async (tx) => {
          await tx.memoryChanges.drop(owner, id);
          await tx.fileVersions.remove(
            owner,
            kept.versions.map((version) => version.id),
          );
        });
    }
  };

  return {
    ...workspace,

    write: (path, content, options) =>
      change(
        async (id) => {
          const before = await snapshotFiles(workspace, [path], id);
          const whole = options.append ? await contentWith(workspace, path, content) : content;
          const after = { digest: sha256(whole) };
          const [file = null] = before.files;
          if (file?.digest === after.digest) return undefined;
          return {
            versions: before.versions,
            body: { kind: "file-written", ref: path, before: file, after },
          };
        },
        () => workspace.write(path, content, options),
      ),

    remove: (path, options) =>
      change(
        async (id) => {
          const entry = await workspace.stat(path);
          if (!entry) return undefined;
          const isFolder = entry.kind === "directory";
          const inside = isFolder
            ? await workspace.list(path, { recursive: true, filter: "all" })
            : [entry];
          const files = inside.filter(({ kind }) => kind === "file").map((one) => one.path);
          const folders = inside.filter(({ kind }) => kind === "directory").map((one) => one.path);
          const before = await snapshotFiles(workspace, files, id);
          const removed = { files: before.files, folders: isFolder ? [path, ...folders] : [] };
          return {
            versions: before.versions,
            body: { kind: "file-removed", ref: path, before: removed, after: null },
          };
        },
        () => workspace.remove(path, options),
      ),

    rename: (from, to, options) =>
      change(
        async (id) => {
          const mark: FileFingerprint | undefined = await fileFingerprint(workspace, from);
          if (mark === undefined) return undefined;
          const replaced = await snapshotFiles(workspace, [to], id);
          const before = { from, replaced: replaced.files[0] ?? null };
          return {
            versions: replaced.versions,
            body: { kind: "file-renamed", ref: to, before, after: { mark } },
          };
        },
        () => workspace.rename(from, to, options),
      ),
  };
}

/** Maximum total size in bytes of earlier versions of a person's files. */
const MAX_STORED_BYTES = 64 * 1024 * 1024;

/** Maximum size of a file in bytes. */
const MAX_BYTES = 50 * 1024 * 1024;

type Planned = (id: string) => Promise<
  | {
      readonly body: ChangeBody;
      readonly versions: Awaited<ReturnType<typeof snapshotFiles>>["versions"];
    }
  | undefined
>;

async function contentWith(
  workspace: Workspace,
  path: string,
  added: Uint8Array,
): Promise<Uint8Array> {
  if ((await workspace.stat(path))?.kind !== "file") return added;
  return Buffer.concat([await workspace.read(path, { maxBytes: MAX_BYTES }), added]);
}

function sha256(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
