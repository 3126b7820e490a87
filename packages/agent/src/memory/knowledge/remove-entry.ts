import type { Folder } from "../../platform/folder.ts";
import { beginningOf, withoutMarks } from "./entry-mark.ts";
import { MAX_MEMORY_BYTES } from "./read-text.ts";

export interface WrittenEntry {
  readonly path: string;
  /** Under which it was appended. */
  readonly key: string;
  /** Appended text. */
  readonly content: string;
}

/**
 * Removes an entry from its file. Returns `changed` and leaves the file alone if the entry differs from the
 * appended text; `missing` if it is gone.
 */
export async function removeEntry(
  folder: Folder,
  { path, key, content }: WrittenEntry,
): Promise<"removed" | "changed" | "missing"> {
  if ((await folder.stat(path))?.kind !== "file") return "missing";
  const outcome: { is: "removed" | "changed" | "missing" } = { is: "missing" };
  await folder.edit(
    path,
    (text) => {
      const lines = text.split("\n");
      const end = lines.findIndex((line) => line.includes(beginningOf(key)));
      if (end === -1) return text;
      const start = lines.findLastIndex((line, index) => index <= end && line.startsWith("- "));
      const entry = start === -1 ? "" : withoutMarks(lines.slice(start, end + 1).join("\n"));
      outcome.is =
        entry !== "" && inWords(entry).endsWith(inWords(content)) ? "removed" : "changed";
      return outcome.is === "removed" ? lines.toSpliced(start, end + 1 - start).join("\n") : text;
    },
    { maxBytes: MAX_MEMORY_BYTES },
  );
  return outcome.is;
}

function inWords(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
