import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

/** A channel has sent it long before. */
const RETENTION_MS = 24 * 60 * 60_000;

/** Returns the folder for the exported files of one person, in the folder of all. */
export function exportsOf(
  folder: string,
  { tenant, person }: { readonly tenant: string; readonly person: string },
): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([tenant, person]))
    .digest("hex");
  return path.join(folder, digest.slice(0, 32));
}

/** Removes what was exported of these people; what is not there is nothing. */
export async function removeExports(
  folder: string,
  people: readonly Parameters<typeof exportsOf>[1][],
): Promise<void> {
  for (const person of people)
    await rm(exportsOf(folder, person), { recursive: true, force: true });
}

/** Removes exports created a day or more before `now`, in Unix milliseconds. */
export async function removeOldExports(folder: string, now: number): Promise<void> {
  // There are no exports yet.
  if (!existsSync(folder)) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const stats = entry.isFile() ? await statsOf(file) : undefined;
    if (stats && stats.mtimeMs < now - RETENTION_MS) await rm(file, { force: true });
  }
}

/** It may be gone meanwhile. */
function statsOf(file: string) {
  return stat(file).catch(() => undefined);
}
