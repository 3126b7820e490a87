import type { Folder } from "../../platform/folder.ts";
import { listMemoryFiles } from "./list-memory-files.ts";
import { dayOfPath, MEMORY_FILE } from "./paths.ts";
import { readText } from "./read-text.ts";

/** A call is repeated when the agent starts again: no more logs than these can have begun since. */
const NEWEST_LOGS = 3;

/** The file among MEMORY.md and the newest logs that holds the mark, or undefined. */
export async function findEntry(folder: Folder, mark: string): Promise<string | undefined> {
  const files = await listMemoryFiles(folder);
  const logs = files.map(({ path }) => path).filter((path) => dayOfPath(path) !== undefined);
  for (const path of [MEMORY_FILE, ...logs.slice(-NEWEST_LOGS)]) {
    if ((await readText(folder, path))?.includes(mark)) return path;
  }
  return undefined;
}
