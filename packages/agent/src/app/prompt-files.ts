import type { MemoryFiles } from "@reeve/sdk";
import type { PromptFiles } from "../core/context/system-prompt.ts";
import type { Folder } from "../platform/folder.ts";

const MAX_BYTES = 100_000;

/** Reads what people wrote for the agent to be, and what it was told to remember. */
export function createPromptFiles(folder: Folder, memory: MemoryFiles): () => Promise<PromptFiles> {
  return async () => ({
    soul: await readText(folder, "SOUL.md"),
    security: await readText(folder, "SECURITY.md"),
    strategy: await readText(folder, "STRATEGY.md"),
    identity: await readText(folder, "IDENTITY.md"),
    user: await readText(folder, "USER.md"),
    memory: await memory.readPersistent(),
    logs: await memory.readRecent(),
  });
}

async function readText(folder: Folder, path: string): Promise<string | undefined> {
  const entry = await folder.stat(path);
  if (entry?.kind !== "file") return undefined;
  return new TextDecoder().decode(await folder.read(path, { maxBytes: MAX_BYTES })).trim();
}
