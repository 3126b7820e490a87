import { lstat, readdir } from "node:fs/promises";
import path from "node:path";

/**
 * Returns the total size of all files in a folder in megabytes (millions of bytes). A file with several names
 * counts once, as it does on disk; a symbolic link counts as itself.
 */
export async function folderMegabytes(folder: string): Promise<number> {
  const sizes = new Map<number, number>();
  for (const name of await readdir(folder, { recursive: true })) {
    const stats = await lstat(path.join(folder, name));
    if (!stats.isDirectory()) sizes.set(stats.ino, stats.size);
  }
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return Math.round(bytes / 100_000) / 10;
}
