import type { MemoryFiles } from "@reeve/sdk";
import type { PromptFiles } from "../core/context/system-prompt.ts";
import type { Folder } from "../platform/folder.ts";
import { readPromptFile } from "./read-prompt-file.ts";

/** Reads what people wrote for the agent to be, and what it was told to remember. */
export function createPromptFiles(folder: Folder, memory: MemoryFiles): () => Promise<PromptFiles> {
  return async () => ({
    soul: await readPromptFile(folder, "SOUL.md"),
    security: await readPromptFile(folder, "SECURITY.md"),
    strategy: await readPromptFile(folder, "STRATEGY.md"),
    identity: await readPromptFile(folder, "IDENTITY.md"),
    user: await readPromptFile(folder, "USER.md"),
    memory: await memory.readPersistent(),
    logs: (await memory.readRecent()).filter(({ text }) => saysSomething(text)),
  });
}

/** Each day's log begins with headings alone. */
function saysSomething(text: string): boolean {
  return text.split("\n").some((line) => line.trim() !== "" && !line.startsWith("#"));
}
