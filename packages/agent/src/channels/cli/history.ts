import { existsSync } from "node:fs";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseJson } from "../../kernel/text/parse-json.ts";
import { writePrivateFile } from "../../platform/write-private-file.ts";

const MAX_ENTRIES = 1000;

/** Lines that were entered before. Several terminals may append to the same file. */
export interface History {
  /** Entries when the file was opened: oldest first, without repeats, at most a thousand. */
  readonly entries: readonly string[];
  /** Saves an entry, readable by the owner only (mode 0600). */
  add(entry: string): Promise<void>;
}

/** Opens a file with one JSON text a line. A missing file is an empty history. */
export async function openHistory(file: string): Promise<History> {
  const text = existsSync(file) ? await readFile(file, "utf8") : "";
  const lines = text.split("\n");
  const typed = lines.flatMap((line) => {
    const entry = parseJson(line)?.value;
    return typeof entry === "string" ? [entry] : [];
  });
  const entries = [...new Set(typed.toReversed())].slice(0, MAX_ENTRIES).toReversed();

  const isTorn = text !== "" && !text.endsWith("\n");
  if (isTorn || lines.length > 2 * MAX_ENTRIES)
    await writePrivateFile(file, entries.map(toLine).join(""));

  return {
    entries,
    async add(entry) {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await appendFile(file, toLine(entry), { mode: 0o600 });
    },
  };
}

function toLine(entry: string): string {
  return `${JSON.stringify(entry)}\n`;
}
