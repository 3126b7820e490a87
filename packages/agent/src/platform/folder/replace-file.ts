import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { assertReal } from "./confine.ts";

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

const PARTIAL_FILE = /^\.reeve-[\da-f-]{36}\.part$/;

/**
 * Called with the name of the new file before it takes the place of the old one. A process that dies
 * before the replacement leaves a partial file of this name.
 */
export type BeforeReplace = (part: string) => Promise<void>;

/** Checks whether a file was left behind by an interrupted replacement. */
export function isPartialFile(path: string): boolean {
  return PARTIAL_FILE.test(basename(path));
}

/**
 * Replaces the file at the resolved `path` atomically and durably: readers, and processes that start after
 * a power failure, see the old file or the new one.
 */
export async function replaceFile(
  path: string,
  content: Uint8Array,
  beforeReplace?: BeforeReplace,
): Promise<void> {
  const part = join(dirname(path), `.reeve-${randomUUID()}.part`);
  try {
    await writeNew(part, content);
    await assertReal(dirname(path));
    await beforeReplace?.(basename(part));
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
  await syncFolder(dirname(path));
}

/** Makes what was created, renamed or removed in the folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, O_RDONLY | O_DIRECTORY);
  await folder.sync();
}

async function writeNew(path: string, content: Uint8Array): Promise<void> {
  await using file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  await file.writeFile(content);
  await file.sync();
}
