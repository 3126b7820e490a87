import { INTEGRITIES, type Integrity } from "../../kernel/label.ts";
import type { Folder } from "../../platform/folder.ts";
import { withoutMarks } from "./entry-mark.ts";
import { listMemoryFiles } from "./list-memory-files.ts";
import { MAX_MEMORY_BYTES, readText } from "./read-text.ts";

/** Entry of the agent that the owner has not confirmed yet. */
export interface UnconfirmedEntry {
  /** Names it: sixteen characters of its mark. */
  readonly id: string;
  readonly path: string;
  readonly text: string;
  readonly integrity: Integrity;
}

const MARK = /<!-- id:([\da-f]{16}) by:([a-z]+) -->/;

/** Returns entries of MEMORY.md and the logs that are left out of the pinned memory. */
export async function listUnconfirmed(folder: Folder): Promise<readonly UnconfirmedEntry[]> {
  const found: UnconfirmedEntry[] = [];
  for (const { path } of await listMemoryFiles(folder)) {
    const lines = ((await readText(folder, path)) ?? "").split("\n");
    for (const [end, line] of lines.entries()) {
      const [, id, by] = MARK.exec(line) ?? [];
      if (id === undefined) continue;
      const start = lines.findLastIndex((one, index) => index <= end && one.startsWith("- "));
      const text = withoutMarks(lines.slice(Math.max(start, 0), end + 1).join("\n"));
      const integrity = INTEGRITIES.find((one) => one === by) ?? "tool";
      found.push({ id, path, text: text.replace(/^- /, "").trim(), integrity });
    }
  }
  return found;
}

/** The owner vouches for an entry: from now on it is his. Undefined where there is none of this id. */
export async function confirmEntry(
  folder: Folder,
  id: string,
): Promise<UnconfirmedEntry | undefined> {
  const entry = (await listUnconfirmed(folder)).find((one) => one.id === id);
  if (!entry) return undefined;
  const mark = `<!-- id:${id}`;
  await folder.edit(
    entry.path,
    (text) => text.replace(`${mark} by:${entry.integrity} -->`, `${mark} -->`),
    { maxBytes: MAX_MEMORY_BYTES },
  );
  return entry;
}

/** Undoes a confirmation. Returns false if the entry is not the owner's, or is gone. */
export async function unconfirmEntry(
  folder: Folder,
  { path, id, integrity }: Pick<UnconfirmedEntry, "path" | "id" | "integrity">,
): Promise<boolean> {
  if ((await folder.stat(path))?.kind !== "file") return false;
  const outcome = { isDone: false };
  await folder.edit(
    path,
    (text) => {
      outcome.isDone = text.includes(`<!-- id:${id} -->`);
      return text.replace(`<!-- id:${id} -->`, `<!-- id:${id} by:${integrity} -->`);
    },
    { maxBytes: MAX_MEMORY_BYTES },
  );
  return outcome.isDone;
}
