import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Clock } from "../../kernel/clock.ts";
import type { OutgoingFile } from "../../tools/conversations.ts";

/** Delivery of a part is given up after this time, in milliseconds. */
const RETENTION_MS = 30 * 24 * 60 * 60_000;

/**
 * Keeps files that are sent as they were when they were sent, whatever becomes of the workspace. Those
 * older than 30 days are deleted.
 */
export function createFileKeeper(folder: string, clock: Clock) {
  return async (key: string, { name, data }: OutgoingFile): Promise<string> => {
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
