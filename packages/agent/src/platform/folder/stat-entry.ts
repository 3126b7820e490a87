import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { explained, orAbsent } from "./explain-error.ts";
import { type Location, locate, toPath } from "./location.ts";

/** A file or folder under a confined root. */
export interface FolderEntry {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly kind: "file" | "directory";
  /** 0 for a directory. */
  readonly bytes: number;
  /** Unix milliseconds. */
  readonly modifiedAt: number;
}

/** Returns the entry at the location, or undefined if there is neither a file nor a folder. */
export async function statEntry(location: Location): Promise<FolderEntry | undefined> {
  const real = await locate(location);
  const stats = await explained(location.path, orAbsent(lstat(real)));
  return stats && toEntry(toPath(location.root, real), stats);
}

/** Undefined for what is neither a file nor a folder: links, pipes, devices. */
export function toEntry(path: string, stats: Stats): FolderEntry | undefined {
  const modifiedAt = Math.floor(stats.mtimeMs);
  if (stats.isDirectory()) return { path, kind: "directory", bytes: 0, modifiedAt };
  if (stats.isFile()) return { path, kind: "file", bytes: stats.size, modifiedAt };
  return undefined;
}
