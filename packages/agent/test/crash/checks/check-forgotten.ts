import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { openSqlite } from "../../../src/store/sqlite/open.ts";

/** Secret mentioned in the story, and then forgotten. */
export const SECRET = "the locker code is 74819265-KILO";
const PIECES = ["locker code is", "74819265", "KILO"];

/** Returns traces of the secret in the home of a stopped agent; empty if not a byte is left. */
export async function checkForgotten(home: string): Promise<readonly string[]> {
  const problems: string[] = [];
  {
    await using store = await openSqlite(path.join(home, "reeve.db"), { synchronous: "normal" });
    const all = await store.read.forgetting.list("home", 10);
    const told = all.map(({ kind, state }) => `${kind} ${state}`).join(", ");
    if (told !== "note done") problems.push(`what was forgotten: ${told || "nothing"}`);
  }
  for (const entry of await readdir(home, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const content = await readFile(path.join(entry.parentPath, entry.name));
    for (const piece of PIECES)
      if (content.includes(piece)) problems.push(`${entry.name} still holds "${piece}"`);
  }
  return problems;
}
