import { Fault } from "@reeve/sdk";
import type { Folder } from "../../platform/folder.ts";
import type { FileVersion } from "../../store/file-versions.ts";
import type { KeptFile, MemoryChange } from "../../store/memory-changes.ts";
import { markOf } from "./file-mark.ts";

export type FileChange = Extract<
  MemoryChange,
  { readonly kind: "file-written" | "file-renamed" | "file-removed" }
>;

export interface RevertFileParts {
  readonly folder: Folder;
  readonly versionOf: (id: string) => Promise<FileVersion | undefined>;
}

/**
 * Puts files back as they were before a change, and finishes what an earlier try began.
 * False, with nothing changed, where they have changed since; `exhausted` where their
 * content was not kept.
 */
export async function revertFile(change: FileChange, parts: RevertFileParts): Promise<boolean> {
  switch (change.kind) {
    case "file-written":
      return revertWriting(change, parts);
    case "file-renamed":
      return revertRenaming(change, parts);
    case "file-removed":
      return revertRemoval(change, parts);
  }
}

type Of<Kind extends FileChange["kind"]> = Extract<FileChange, { readonly kind: Kind }>;

async function revertWriting(
  { ref, before, after }: Of<"file-written">,
  parts: RevertFileParts,
): Promise<boolean> {
  const now = await parts.folder.digest(ref);
  if (now === before?.digest) return (await parts.folder.stat(ref))?.kind !== "directory";
  if (now !== after.digest) return false;
  if (before) await restore(before, parts);
  else await parts.folder.remove(ref, { recursive: false });
  return true;
}

async function revertRenaming(
  { ref: to, before: { from, replaced }, after: { mark } }: Of<"file-renamed">,
  parts: RevertFileParts,
): Promise<boolean> {
  const { folder } = parts;
  const source = await markOf(folder, from);
  const target = await markOf(folder, to);
  const isBack = source === mark;
  if (isBack && target === replaced?.digest) return true;
  if (!isBack && (source !== undefined || target !== mark)) return false;
  if (isBack && target !== undefined) return false;
  const content = replaced && (await contentOf(replaced, parts));
  if (!isBack) await folder.rename(to, from, { overwrite: false });
  if (content) await folder.write(to, content, { createFolders: true });
  return true;
}

async function revertRemoval(
  { before: { files, folders } }: Of<"file-removed">,
  parts: RevertFileParts,
): Promise<boolean> {
  const { folder } = parts;
  const missing: KeptFile[] = [];
  for (const file of files) {
    const mark = await markOf(folder, file.path);
    if (mark === undefined) missing.push(file);
    else if (mark !== file.digest) return false;
  }
  for (const file of missing) await contentOf(file, parts);
  for (const path of folders) await folder.makeFolder(path);
  for (const file of missing) await restore(file, parts);
  return true;
}

async function restore(file: KeptFile, parts: RevertFileParts): Promise<void> {
  const content = await contentOf(file, parts);
  await parts.folder.write(file.path, content, { createFolders: true });
}

async function contentOf(
  { path, version: id }: KeptFile,
  { versionOf }: RevertFileParts,
): Promise<Uint8Array> {
  const version = id === null ? undefined : await versionOf(id);
  if (version) return Buffer.from(version.content, version.encoding);
  const why = id === null ? "it was too large to be kept" : "later changes needed the room";
  throw new Fault("exhausted", `What "${path}" held before is not there any more: ${why}.`, {
    hint: "Undo a later change, or restore the file from a backup.",
  });
}
