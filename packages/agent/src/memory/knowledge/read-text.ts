import type { Folder } from "../../platform/folder.ts";

/** The largest memory file that is read or extended. */
export const MAX_MEMORY_BYTES = 1024 * 1024;

/** Returns the file's text, or undefined if there is none. */
export async function readText(folder: Folder, path: string): Promise<string | undefined> {
  if ((await folder.stat(path)) === undefined) return undefined;
  const bytes = await folder.read(path, { maxBytes: MAX_MEMORY_BYTES });
  return Buffer.from(bytes).toString();
}
