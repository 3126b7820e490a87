import type { PromptFiles } from "../core/context/system-prompt.ts";
import type { Folder } from "../platform/folder.ts";
import { readPromptFile } from "./read-prompt-file.ts";
import type { MemoryFiles } from "../memory/memory-files.ts";

export interface PromptFilesOptions {
  /** Whether a file of this digest was not written from what others said. Default: none was. */
  readonly isOwn?: (digest: string) => Promise<boolean>;
  /** Lists the installed skills. Default: none. */
  readonly skills?: () => Promise<PromptFiles["skills"]>;
}

/**
 * Reads what people wrote for the agent to be, and what it was told to remember. `memory`
 * leaves out itself what the owner does not stand behind; a file is left out where `isOwn` says
 * that it was written from what others said.
 */
export function createPromptFiles(
  folder: Folder,
  memory: MemoryFiles,
  { isOwn = async () => true, skills = async () => [] }: PromptFilesOptions = {},
): () => Promise<PromptFiles> {
  const readOwn = async (path: string) => {
    const digest = (await folder.stat(path)) && (await folder.digest(path));
    const isTaken = digest === undefined || (await isOwn(digest));
    return isTaken ? readPromptFile(folder, path) : undefined;
  };
  return async () => ({
    soul: await readPromptFile(folder, "SOUL.md"),
    security: await readPromptFile(folder, "SECURITY.md"),
    strategy: await readPromptFile(folder, "STRATEGY.md"),
    identity: await readOwn("IDENTITY.md"),
    user: await readOwn("USER.md"),
    memory: await memory.readPersistent(),
    skills: await skills(),
    logs: (await memory.readRecent()).filter(({ text }) => saysSomething(text)),
  });
}

/** Each day's log begins with headings alone. */
function saysSomething(text: string): boolean {
  return text.split("\n").some((line) => line.trim() !== "" && !line.startsWith("#"));
}
