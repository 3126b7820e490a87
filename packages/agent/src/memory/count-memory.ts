import { dayOfPath } from "./knowledge/paths.ts";
import type { MemoryFiles } from "./memory-files.ts";

export interface MemoryCount {
  /** Number of lines in MEMORY.md, without empty ones. */
  readonly lines: number;
  /** With a log. */
  readonly days: number;
  readonly files: number;
  readonly bytes: number;
}

/** Counts the contents of the memory files. */
export async function countMemory(memory: MemoryFiles): Promise<MemoryCount> {
  const files = await memory.list();
  const text = await memory.readPersistent();
  return {
    lines: text.split("\n").filter((line) => line.trim() !== "").length,
    days: files.filter(({ path }) => dayOfPath(path) !== undefined).length,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
