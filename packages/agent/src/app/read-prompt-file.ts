import type { Folder } from "../platform/folder.ts";

const MAX_BYTES = 100_000;

/** The text of a file that people wrote for the agent to be; undefined where there is none, or only blanks. */
export async function readPromptFile(folder: Folder, path: string): Promise<string | undefined> {
  const entry = await folder.stat(path);
  if (entry?.kind !== "file") return undefined;
  return (
    new TextDecoder().decode(await folder.read(path, { maxBytes: MAX_BYTES })).trim() || undefined
  );
}
