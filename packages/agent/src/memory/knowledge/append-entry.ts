import type { Integrity } from "../../kernel/label.ts";
import type { Folder } from "../../platform/folder.ts";
import { beginningOf, markOf } from "./entry-mark.ts";
import { insertEntry } from "./insert-entry.ts";
import { dayOfPath, MEMORY_FILE, pathOfDay } from "./paths.ts";
import { MAX_MEMORY_BYTES, readText } from "./read-text.ts";
import type { MemoryTarget } from "../memory-files.ts";
import { listMemoryFiles } from "./list-memory-files.ts";

/** Maximum number of daily logs to search: a repeated call after a restart is at most this many days old. */
const NEWEST_LOGS = 3;

export interface NewEntry {
  readonly target: MemoryTarget;
  readonly content: string;
  readonly section?: string | undefined;
  /** The same key is written once, wherever it went the first time. */
  readonly key: string;
  /** Integrity of the entry. */
  readonly integrity?: Integrity | undefined;
  /** The owner's day, `YYYY-MM-DD`, and time, `HH:MM`. */
  readonly date: string;
  readonly time: string;
  readonly session?: string | undefined;
}

/** Writes the entry under its heading and returns the file's path. */
export async function appendEntry(folder: Folder, entry: NewEntry): Promise<{ path: string }> {
  const beginning = beginningOf(entry.key);
  const found = await findEntry(folder, beginning);
  if (found !== undefined) return { path: found };

  const { path, title, section, content, time } = layOut(entry);
  const mark = markOf(entry.key, entry.integrity);
  const text = formatEntry(content, { mark, time });
  await folder.edit(
    path,
    (there) => {
      if (there.includes(beginning)) return there;
      return insertEntry(there.trim() === "" ? `# ${title}\n` : there, { section, entry: text });
    },
    { maxBytes: MAX_MEMORY_BYTES },
  );
  return { path };
}

interface Layout {
  readonly path: string;
  readonly title: string;
  readonly section: string;
  readonly content: string;
  readonly time?: string;
}

function layOut({ target, content, session, ...entry }: NewEntry): Layout {
  const section = toHeading(entry.section);
  if (target === "persistent") {
    return { path: MEMORY_FILE, title: "Memory", section: section ?? "Notes", content };
  }
  const log = { path: pathOfDay(entry.date), title: entry.date, time: entry.time };
  if (target === "daily") return { ...log, section: section ?? "Log", content };
  return {
    ...log,
    section: toHeading(`Session ${session ?? ""}`) ?? "Session",
    content: section === undefined ? content : `**${section}** ${content}`,
  };
}

/** Returns one line without marks of its own, or undefined if nothing is left. */
function toHeading(text = ""): string | undefined {
  const heading = text
    .replaceAll(/\s+/g, " ")
    .replace(/^[#\s]+/, "")
    .trim();
  return heading === "" ? undefined : heading;
}

/** Returns the file among MEMORY.md and the newest logs that holds the mark, or undefined. */
async function findEntry(folder: Folder, mark: string): Promise<string | undefined> {
  const files = await listMemoryFiles(folder);
  const logs = files.map(({ path }) => path).filter((path) => dayOfPath(path) !== undefined);
  for (const path of [MEMORY_FILE, ...logs.slice(-NEWEST_LOGS)]) {
    if ((await readText(folder, path))?.includes(mark)) return path;
  }
  return undefined;
}

/**
 * Formats a list item that contains `content` and ends with `mark`. Further lines are indented, so that
 * they stay part of the item, even if they look like a heading.
 */
function formatEntry(content: string, { mark, time }: EntryOptions): string {
  const [first = "", ...rest] = content.trim().split(/\r?\n/);
  const opening = time === undefined ? `- ${first}` : `- ${time} ${first}`;
  if (rest.length === 0) return `${opening} ${mark}`;
  const lines = rest.map((line) => (line.trim() === "" ? "" : `  ${line}`));
  return [opening, ...lines, `  ${mark}`].join("\n");
}

interface EntryOptions {
  readonly mark: string;
  /** `HH:MM` */
  readonly time?: string | undefined;
}
