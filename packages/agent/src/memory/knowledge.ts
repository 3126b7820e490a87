import { type Clock, Fault } from "@reeve/sdk";
import type { CallLabels, Integrity } from "../kernel/label.ts";
import { toLocalTime } from "when-in-words/local-time";
import type { Folder } from "../platform/folder.ts";
import { appendEntry } from "./knowledge/append-entry.ts";
import { marksIn, withoutMarks } from "./knowledge/entry-mark.ts";
import { listMemoryFiles } from "./knowledge/list-memory-files.ts";
import { isDate, MEMORY_FILE, pathOfDay } from "./knowledge/paths.ts";
import { MAX_MEMORY_BYTES, readText } from "./knowledge/read-text.ts";
import { withoutTainted } from "./knowledge/without-tainted.ts";
import type { MemoryFiles } from "./memory-files.ts";

export { confirmEntry, listUnconfirmed } from "./knowledge/confirm-entry.ts";
export { type FileOwner, listIndexed } from "./knowledge/sync-file.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface KnowledgeDeps {
  /** Its time zone, the owner's, decides when a day begins. */
  readonly clock: Clock;
  /** Names the session in the heading of its section of the daily log. */
  readonly session?: string | undefined;
  /** Integrity of the text, stored with each entry. Default: the owner's. */
  readonly integrity?: Integrity | undefined;
  /** Receives the label of text that is read. */
  readonly mark?: CallLabels["mark"] | undefined;
  /** Minimum integrity of entries to return. */
  readonly minIntegrity?: Integrity | undefined;
}

/**
 * Creates the knowledge base: Markdown files that the owner can read and change, MEMORY.md and one daily log
 * in memory/. `folder` is the workspace's.
 */
export function createKnowledge(
  folder: Folder,
  { clock, session, integrity, mark, minIntegrity = "tool" }: KnowledgeDeps,
): MemoryFiles {
  const today = () => toLocalTime(clock.now(), clock.timeZone).date;

  const shown = (text: string) => {
    const by = marksIn(text) ?? "owner";
    const origin = by === "owner" ? {} : { origin: "an entry of the memory" };
    mark?.({ integrity: by, audience: "owner", ...origin });
    return withoutMarks(withoutTainted(text, minIntegrity));
  };

  const readLog = async (date: string) => {
    const text = await readText(folder, pathOfDay(date));
    return text === undefined ? undefined : { date, text: shown(text) };
  };

  return {
    append: (entry) => {
      const { date, time } = toLocalTime(clock.now(), clock.timeZone);
      return appendEntry(folder, { ...entry, date, time, session, integrity });
    },

    async readPersistent() {
      return shown((await readText(folder, MEMORY_FILE)) ?? "");
    },

    async readDaily(date = today()) {
      if (!isDate(date)) {
        throw new Fault("invalid", `"${date}" is not a valid date.`, {
          hint: "Example: 2026-01-31",
        });
      }
      const log = await readLog(date);
      if (log) return log;
      throw new Fault("missing", `There is no daily log for ${date}.`, {
        hint: "List the memory files to see which days have a log.",
      });
    },

    async readRecent() {
      const noon = Date.parse(`${today()}T12:00:00Z`);
      const yesterday = new Date(noon - DAY_MS).toISOString().slice(0, 10);
      const logs = [await readLog(yesterday), await readLog(today())];
      return logs.filter((log) => log !== undefined);
    },

    list: () => listMemoryFiles(folder),
  };
}

/** Returns the same files for people who do not own them: they may append, and read nothing. */
export function withoutReading(files: MemoryFiles): MemoryFiles {
  return {
    append: (entry) => files.append(entry),
    readPersistent: refuse,
    readDaily: refuse,
    readRecent: refuse,
    list: refuse,
  };
}

async function refuse(): Promise<never> {
  throw new Fault("denied", "Only the owner can read MEMORY.md and the daily logs.", {
    hint: "Use memory_search instead. It finds what this person is allowed to see.",
  });
}

/**
 * Creates a function that creates today's log if it is missing. Cheap to call often: it checks once a day,
 * and again after a failure.
 */
export function createDailyLogger(folder: Folder, clock: Clock): () => Promise<void> {
  let begun: string | undefined;
  return async () => {
    const { date } = toLocalTime(clock.now(), clock.timeZone);
    if (date === begun) return;
    await createDailyLog(folder, date);
    begun = date;
  };
}

/** Creates the log of a day (`YYYY-MM-DD`) with its heading, unless there is one. */
async function createDailyLog(folder: Folder, date: string): Promise<void> {
  const path = pathOfDay(date);
  if (await folder.stat(path)) return;
  await folder.edit(path, (there) => there || `# ${date}\n`, { maxBytes: MAX_MEMORY_BYTES });
}
