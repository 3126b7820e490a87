import type { Folder } from "../../platform/folder.ts";
import { LOG_FOLDER, MEMORY_FILE } from "./paths.ts";

export interface MemoryFile {
  readonly path: string;
  readonly bytes: number;
}

/** MEMORY.md and the Markdown files in memory/, as far as they exist. */
export async function listMemoryFiles(folder: Folder): Promise<readonly MemoryFile[]> {
  const persistent = await folder.stat(MEMORY_FILE);
  const hasLogs = (await folder.stat(LOG_FOLDER)) !== undefined;
  const logs = hasLogs ? await folder.list(LOG_FOLDER, { recursive: true }) : [];
  return [...(persistent ? [persistent] : []), ...logs]
    .filter(({ path, kind }) => kind === "file" && path.endsWith(".md"))
    .map(({ path, bytes }) => ({ path, bytes }));
}
