import { existsSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";

/** Which calls have written, removed or moved a file, readable after the process has died. */
export interface WriteJournal {
  /** Records, durably, that a call is about to put the partial file in its place, or changes one without such a file. */
  begin(call: string, part?: string): Promise<void>;
  /** Takes the record back, since the file could not be changed. */
  cancel(call: string): Promise<void>;
  has(call: string): boolean;
}

/** Calls of so many writes are remembered; only those before a crash are asked for. */
const MAX_CALLS = 1000;
const CANCELLED = "-";
/** Stands for the partial file where there is none. */
const NO_PART = ".";

/** Opens the journal in `file`. `unfinished`: partial files that never took their place. */
export async function openWriteJournal(
  file: string,
  unfinished: readonly string[],
): Promise<WriteJournal> {
  const lost = new Set(unfinished);
  const parts = new Map<string, string>();
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
  for (const line of lines) {
    const [call = "", part = ""] = line.split(" ");
    if (part === CANCELLED || lost.has(part)) parts.delete(call);
    else parts.set(call, part);
  }
  const kept = [...parts].slice(-MAX_CALLS).map(([call, part]) => `${call} ${part}\n`);
  await write(file, "w", kept.join(""));
  return {
    async begin(call, part = NO_PART) {
      parts.set(call, part);
      await write(file, "a", `${call} ${part}\n`);
    },
    async cancel(call) {
      parts.delete(call);
      await write(file, "a", `${call} ${CANCELLED}\n`);
    },
    has: (call) => parts.has(call),
  };
}

async function write(file: string, flags: "a" | "w", text: string): Promise<void> {
  await using handle = await open(file, flags, 0o600);
  await handle.writeFile(text);
  await handle.datasync();
}
