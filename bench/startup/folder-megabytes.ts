import { lstat, readdir } from "node:fs/promises";
import path from "node:path";

/** What all files in a folder hold together, in millions of bytes; links count as themselves. */
export async function folderMegabytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    const stats = await lstat(path.join(folder, name));
    if (!stats.isDirectory()) bytes += stats.size;
  }
  return Math.round(bytes / 100_000) / 10;
}
