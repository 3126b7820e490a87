import type { Folder } from "../../platform/folder.ts";
import { marksIn } from "../knowledge/entry-mark.ts";
import { LOG_FOLDER, MEMORY_FILE } from "../knowledge/paths.ts";
import { MAX_MEMORY_BYTES } from "../knowledge/read-text.ts";

/** Removes what the agent wrote down of its owner: the daily logs, and its entries in MEMORY.md. */
export async function eraseDailyLogs(folder: Folder): Promise<void> {
  if (await folder.stat(LOG_FOLDER)) await folder.remove(LOG_FOLDER, { recursive: true });
  await folder.makeFolder(LOG_FOLDER);
  if ((await folder.stat(MEMORY_FILE))?.kind !== "file") return;
  await folder.edit(MEMORY_FILE, withoutEntries, { maxBytes: MAX_MEMORY_BYTES });
}

/** An entry begins with a dash and ends with its mark. */
function withoutEntries(text: string): string {
  const lines = text.split("\n");
  const gone = new Set<number>();
  for (const [end, line] of lines.entries()) {
    if (marksIn(line) === undefined) continue;
    const start = lines.findLastIndex((one, at) => at <= end && one.startsWith("- "));
    for (let at = start === -1 ? end : start; at <= end; at++) gone.add(at);
  }
  return lines.filter((_, at) => !gone.has(at)).join("\n");
}
