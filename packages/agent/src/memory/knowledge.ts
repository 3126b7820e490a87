import { type Clock, Fault } from "@reeve/sdk";
import { type CallLabels, type Integrity, joinLabels, type Label } from "../kernel/label.ts";
import { toLocalTime } from "when-in-words/local-time";
import type { Folder } from "../platform/folder.ts";
import type { Store } from "../store/store.ts";
import { appendEntry } from "./knowledge/append-entry.ts";
import { entryIdOf, taintedEntriesIn, marksIn, withoutMarks } from "./knowledge/entry-mark.ts";
import { listMemoryFiles } from "./knowledge/list-memory-files.ts";
import { isDate, MEMORY_FILE, pathOfDay } from "./knowledge/paths.ts";
import { MAX_MEMORY_BYTES, readText } from "./knowledge/read-text.ts";
import { withoutTainted } from "./knowledge/without-tainted.ts";
import type { MemoryFiles } from "./memory-files.ts";

export { listUnconfirmed } from "./knowledge/confirm-entry.ts";
export { type FileOwner, listIndexed } from "./knowledge/sync-file.ts";

/** Labels of the agent's entries in memory files, by the ids in their marks. */
export interface EntryLabels {
  keep(id: string, label: Label): Promise<void>;
  /** Returns the labels that are known. */
  of(ids: readonly string[]): Promise<ReadonlyMap<string, Label>>;
}

/** Creates the labels of entries, kept beside those of files. */
export function createEntryLabels(
  store: Pick<Store, "read" | "commit">,
  tenant: string,
): EntryLabels {
  return {
    async keep(id, label) {
      await store.commit("change-memory", (tx) =>
        tx.fileLabels.put(tenant, { path: entryKey(id), digest: entryKey(id), label }),
      );
    },
    async of(ids) {
      const found = new Map<string, Label>();
      for (const id of ids) {
        const label = await store.read.fileLabels.ofDigest(tenant, entryKey(id));
        if (label) found.set(id, label);
      }
      return found;
    },
  };
}

/** Returns the key under which an entry's label is kept among those of files. */
function entryKey(id: string): string {
  return `entry:${id}`;
}

/** Returns the label of a text of a memory file: the join of its entries'. */
async function labelOfEntries(text: string, entries: EntryLabels | undefined): Promise<Label> {
  const by = marksIn(text) ?? "owner";
  const known = by === "owner" ? undefined : await entries?.of(taintedEntriesIn(text));
  const source = { kind: "memory", where: "entry", integrity: by } as const;
  const whole: Label = { integrity: by, audience: "owner" };
  if (by === "owner") return whole;
  const sources = joinLabels([...(known?.values() ?? [])]).sources ?? [source];
  return { ...whole, sources };
}

const DAY_MS = 24 * 60 * 60 * 1000;

export interface KnowledgeDeps {
  /** Its time zone, the owner's, decides when a day begins. */
  readonly clock: Clock;
  /** Names the session in the heading of its section of the daily log. */
  readonly session?: string | undefined;
  /** Integrity of the text, stored with each entry. Default: the owner's. */
  readonly integrity?: Integrity | undefined;
  /** Label of the text; with it, its sources are kept beside the entry. */
  readonly label?: Label | undefined;
  readonly entries?: EntryLabels | undefined;
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
  { clock, session, label, entries, mark, minIntegrity = "tool", ...deps }: KnowledgeDeps,
): MemoryFiles {
  const today = () => toLocalTime(clock.now(), clock.timeZone).date;

  const integrity = deps.integrity ?? label?.integrity;

  const shown = async (text: string) => {
    if (mark) mark(await labelOfEntries(text, entries));
    return withoutMarks(withoutTainted(text, minIntegrity));
  };

  const readLog = async (date: string) => {
    const text = await readText(folder, pathOfDay(date));
    return text === undefined ? undefined : { date, text: await shown(text) };
  };

  return {
    append: async (entry) => {
      const { date, time } = toLocalTime(clock.now(), clock.timeZone);
      // Kept before the entry is there: what was not written then leaves a label of nothing.
      if (label?.sources) await entries?.keep(entryIdOf(entry.key), label);
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
