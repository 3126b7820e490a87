import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Clock } from "../kernel/clock.ts";

/** Delivery of a part is given up after this time, in milliseconds; uploads are read before. */
const RETENTION_MS = 30 * 24 * 60 * 60_000;

export interface FileSnapshot {
  readonly name: string;
  readonly data: Uint8Array;
}

/** Stores a file under a key, and returns its path. The same key and name replace it. */
export type SaveFile = (key: string, file: FileSnapshot) => Promise<string>;

/**
 * Keeps files as they were when they were sent or received, whatever becomes of the workspace. Those
 * older than 30 days are deleted.
 */
export function createFileKeeper(folder: string, clock: Clock): SaveFile {
  return async (key, { name, data }) => {
    await mkdir(folder, { recursive: true });
    await removeOld(folder, clock.now() - RETENTION_MS);
    const kept = path.join(folder, `${key}-${name.replaceAll(/[^\p{L}\p{N}._-]/gu, "_")}`);
    await writeFile(kept, data);
    return kept;
  };
}

async function removeOld(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if ((await stat(file)).mtimeMs < before) await rm(file, { force: true });
  }
}
