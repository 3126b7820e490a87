import type { Note } from "@reeve/operations/memory/notes";
import type { PersonId } from "../../kernel/ids.ts";
import type { Integrity } from "../../kernel/label.ts";
import type { Job } from "./jobs.ts";
import type { StoredEntry } from "./journal.ts";
import type { Profile } from "../people/profiles.ts";
import type { StoredReadingItem } from "./reading-list.ts";
import type { StoredTask } from "./tasks.ts";

/** Something in the agent's memory that was changed for a person. */
export type MemoryChange = ChangeBody & {
  readonly id: string;
  readonly tenant: string;
  /** Person it was done for: author of the text, or requester. */
  readonly person: PersonId;
  /** Unix milliseconds. */
  readonly at: number;
  /** Time at which it was undone; null if it was not. */
  readonly undoneAt: number | null;
};

/** Change with the states before and after it. `ref` names the changed item. */
export type ChangeBody =
  | Change<"fact-added", null, string>
  | Change<"fact-superseded", readonly ReplacedFact[], string>
  | Change<"fact-edited", EditedFact, string>
  | Change<"fact-confirmed", null, string>
  | Change<"profile-edited", Profile | null, Profile>
  | Change<"entry-added", null, MemoryEntry>
  | Change<"entry-confirmed", ConfirmedEntry, ConfirmedEntry>
  | Change<"note-created", null, Note>
  | Change<"note-changed", Note, Note>
  | Change<"note-deleted", Note, null>
  | Change<"task-created", null, StoredTask>
  | Change<"task-changed", StoredTask, StoredTask>
  | Change<"task-deleted", StoredTask, null>
  | Change<"reading-saved", null, StoredReadingItem>
  | Change<"reading-changed", StoredReadingItem, StoredReadingItem>
  | Change<"reminder-created", null, Job>
  | Change<"reminder-changed", Job, Job>
  | Change<"journal-added", null, StoredEntry>
  | Change<"journal-changed", StoredEntry, StoredEntry>
  | Change<"file-written", FileSnapshot | null, { readonly digest: string }>
  | Change<"file-renamed", RenamedFile, { readonly mark: string }>
  | Change<"file-removed", RemovedFiles, null>;

interface Change<Kind extends string, Before, After> {
  readonly kind: Kind;
  readonly ref: string;
  readonly before: Before;
  readonly after: After;
}

/** A file as it was before a change. */
export interface FileSnapshot {
  readonly path: string;
  /** SHA-256 in hex. */
  readonly digest: string;
  /** Version under which its content is stored; null if it was too large. */
  readonly version: string | null;
}

/** Renamed file, and the file that had the new name before. */
export interface RenamedFile {
  readonly from: string;
  readonly replaced: FileSnapshot | null;
}

/** A file, or the folders and files of one. */
export interface RemovedFiles {
  readonly files: readonly FileSnapshot[];
  readonly folders: readonly string[];
}

/** A fact whose chat another took. */
export interface ReplacedFact {
  readonly id: string;
  readonly text: string;
}

/** A fact as it was before it was put in other words. */
export interface EditedFact {
  readonly text: string;
  readonly confirmedBy: PersonId | null;
}

/** An entry of MEMORY.md or of a daily log, by the key it was appended under. */
export interface MemoryEntry {
  readonly key: string;
  readonly text: string;
}

/** Entry of MEMORY.md or of a daily log, by the id in its mark, with its integrity. */
export interface ConfirmedEntry {
  readonly id: string;
  readonly text: string;
  readonly integrity: Integrity;
}

/** Owner of the changes. */
export interface ChangeOwner {
  readonly tenant: string;
  readonly person: PersonId;
}

/** Log of changes to people's stored data, for undoing them. */
export interface MemoryChangeStore {
  /** Adds the change unless its id is there already. */
  add(change: MemoryChange): Promise<void>;
  byId(owner: ChangeOwner, id: string): Promise<MemoryChange | undefined>;
  /** Returns the newest change that was not undone. */
  newest(owner: ChangeOwner): Promise<MemoryChange | undefined>;
  /** Newest first. */
  list(owner: ChangeOwner, limit: number): Promise<readonly MemoryChange[]>;
  /** False when it was undone already. */
  markUndone(id: string, at: number): Promise<boolean>;
  /** Removes a line whose change was never made. */
  drop(owner: ChangeOwner, id: string): Promise<void>;
  /** Removes everything that is remembered of a thing, for whomever it was changed. */
  forget(ref: string): Promise<void>;
}
