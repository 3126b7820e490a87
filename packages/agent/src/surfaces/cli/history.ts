import { existsSync } from "node:fs";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { parseJson } from "../../kernel/parse-json.ts";

const MAX_ENTRIES = 1000;

/** Reads what was typed before, oldest first; one JSON text a line. No file means no history. */
export async function readHistory(file: string): Promise<readonly string[]> {
  if (!existsSync(file)) return [];
  const text = await readFile(file, "utf8");
  return text.split("\n").flatMap((line) => {
    const entry = parseJson(line)?.value;
    return typeof entry === "string" ? [entry] : [];
  });
}

/** Keeps the newest thousand entries, for the owner's eyes only (mode 0600). */
export async function writeHistory(file: string, entries: readonly string[]): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const text = entries.slice(-MAX_ENTRIES).map((entry) => `${JSON.stringify(entry)}\n`);
  const fresh = `${file}.new`;
  await using target = await open(fresh, "w", 0o600);
  await target.writeFile(text.join(""));
  await rename(fresh, file);
}
