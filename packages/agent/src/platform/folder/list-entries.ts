import { lstat, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { explained, orAbsent } from "./explain-error.ts";
import { type Location, locate, toPath } from "./location.ts";
import { isPartialFile } from "./replace-file.ts";
import { type FolderEntry, toEntry } from "./stat-entry.ts";

/** Files and folders in the folder, sorted by path; links are neither listed nor followed. */
export async function listEntries(
  location: Location,
  options: { recursive: boolean },
): Promise<readonly FolderEntry[]> {
  const real = await locate(location);
  const path = toPath(location.root, real);
  const top = await explained(location.path, entriesOf(location.root, path));
  if (!options.recursive) return top.toSorted(byPath);

  const all = [...top];
  // Grows while it is walked: each folder adds what it holds.
  for (const entry of all) {
    if (entry.kind === "file") continue;
    // It may have been removed meanwhile.
    all.push(...((await orAbsent(entriesOf(location.root, entry.path))) ?? []));
  }
  return all.toSorted(byPath);
}

async function entriesOf(root: string, path: string): Promise<readonly FolderEntry[]> {
  const real = join(root, path);
  const names = await readdir(real);
  // A folder that became a link meanwhile lists what is none of ours.
  if ((await realpath(real)) !== real) return [];
  const entries = await Promise.all(
    names
      .filter((name) => !isPartialFile(name))
      .map(async (name) => {
        const stats = await orAbsent(lstat(join(real, name)));
        return stats && toEntry(path === "" ? name : `${path}/${name}`, stats);
      }),
  );
  return entries.filter((entry) => entry !== undefined);
}

/** Compares paths by code units, so that the order is the same on every machine. */
function byPath(one: FolderEntry, other: FolderEntry): number {
  return one.path < other.path ? -1 : 1;
}
