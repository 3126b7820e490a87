import type { Folder } from "../../platform/folder.ts";
import { pathOfDay } from "./paths.ts";
import { MAX_MEMORY_BYTES } from "./read-text.ts";

/** Creates the log of a day (`YYYY-MM-DD`) with its heading, unless there is one. */
export async function createDailyLog(folder: Folder, date: string): Promise<void> {
  const path = pathOfDay(date);
  if (await folder.stat(path)) return;
  await folder.edit(path, (there) => there || `# ${date}\n`, { maxBytes: MAX_MEMORY_BYTES });
}
