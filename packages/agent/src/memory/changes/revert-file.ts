import { Fault } from "@reeve/sdk";
import type { Folder } from "../../platform/folder.ts";
import type { FileVersion } from "../../store/items/file-versions.ts";
import type { FileSnapshot, MemoryChange } from "../../store/items/memory-changes.ts";
import { fileFingerprint } from "./file-fingerprint.ts";

export type FileChange = Extract<
  MemoryChange,
  { readonly kind: "file-written" | "file-renamed" | "file-removed" }
>;

export interface RevertFileDeps {
  readonly folder: Folder;
  readonly versionOf: (id: string) => Promise<FileVersion | undefined>;
}

/**
 * Restores files to their state before a change, and finishes an earlier attempt. Returns false and changes
 * nothing if they have changed since; throws `exhausted` if their content was not stored.
 */
export async function revertFile(change: FileChange, deps: RevertFileDeps): Promise<boolean> {
  switch (change.kind) {
    case "file-written":
      return revertWriting(change, deps);
    case "file-renamed":
      return revertRenaming(change, deps);
    case "file-removed":
      return revertRemoval(change, deps);
  }
}

type Of<Kind extends FileChange["kind"]> = Extract<FileChange, { readonly kind: Kind }>;

async function revertWriting(
  { ref, before, after }: Of<"file-written">,
  deps: RevertFileDeps,
): Promise<boolean> {
  const now = await deps.folder.digest(ref);
  if (now === before?.digest) return (await deps.folder.stat(ref))?.kind !== "directory";
  if (now !== after.digest) return false;
  if (before) await restore(before, deps);
  else await deps.folder.remove(ref, { recursive: false });
  return true;
}

async function revertRenaming(
  { ref: to, before: { from, replaced }, after: { mark } }: Of<"file-renamed">,
  deps: RevertFileDeps,
): Promise<boolean> {
  const { folder } = deps;
  const source = await fileFingerprint(folder, from);
  const target = await fileFingerprint(folder, to);
  const isBack = source === mark;
  if (isBack && target === replaced?.digest) return true;
  if (!isBack && (source !== undefined || target !== mark)) return false;
  if (isBack && target !== undefined) return false;
  const content = replaced && (await contentOf(replaced, deps));
  if (!isBack) await folder.rename(to, from, { overwrite: false });
  if (content) await folder.write(to, content, { createFolders: true });
  return true;
}

async function revertRemoval(
  { before: { files, folders } }: Of<"file-removed">,
  deps: RevertFileDeps,
): Promise<boolean> {
  const { folder } = deps;
  const missing: FileSnapshot[] = [];
  for (const file of files) {
    const mark = await fileFingerprint(folder, file.path);
    if (mark === undefined) missing.push(file);
    else if (mark !== file.digest) return false;
  }
  for (const file of missing) await contentOf(file, deps);
  for (const path of folders) await folder.makeFolder(path);
  for (const file of missing) await restore(file, deps);
  return true;
}

async function restore(file: FileSnapshot, deps: RevertFileDeps): Promise<void> {
  const content = await contentOf(file, deps);
  await deps.folder.write(file.path, content, { createFolders: true });
}

async function contentOf(
  { path, version: id }: FileSnapshot,
  { versionOf }: RevertFileDeps,
): Promise<Uint8Array> {
  const version = id === null ? undefined : await versionOf(id);
  if (version) return Buffer.from(version.content, version.encoding);
  const why = id === null ? "it was too large to store" : "later changes used the space";
  throw new Fault("exhausted", `The previous content of "${path}" is no longer stored: ${why}.`, {
    hint: "Undo a later change, or restore the file from a backup.",
  });
}
