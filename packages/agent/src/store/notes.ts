import type { PersonId } from "../kernel/ids.ts";
import type { Note } from "@reeve/sdk";

/** The notes of a person. */
export interface NoteOwner {
  readonly tenant: string;
  readonly person: PersonId;
}

export interface NoteStore {
  /** Adds the note unless its id is there already. */
  add(owner: NoteOwner, note: Note): Promise<void>;
  byId(owner: NoteOwner, id: string): Promise<Note | undefined>;
  replace(owner: NoteOwner, note: Note): Promise<void>;
  /** False when there was nothing to remove. */
  remove(owner: NoteOwner, id: string): Promise<boolean>;
  count(owner: NoteOwner): Promise<number>;
  /** Newest first. */
  list(owner: NoteOwner, limit: number): Promise<readonly Note[]>;
  /** Notes that hold at least one of the words, in title, text or tags. */
  withWords(owner: NoteOwner, words: readonly string[]): Promise<readonly Note[]>;
}
