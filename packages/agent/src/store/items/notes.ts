import type { PersonId } from "../../kernel/ids.ts";
import type { Label } from "../../kernel/label.ts";
import type { Note } from "@reeve/operations/memory/notes";

/** Note with its label; without one, it is its person's own text. */
export interface StoredNote extends Note {
  readonly label?: Label | undefined;
}

/** The notes of a person. */
export interface NoteOwner {
  readonly tenant: string;
  readonly person: PersonId;
}

/** Notes of people. */
export interface NoteStore {
  /** Adds the note unless its id is there already. */
  add(owner: NoteOwner, note: StoredNote): Promise<void>;
  byId(owner: NoteOwner, id: string): Promise<StoredNote | undefined>;
  replace(owner: NoteOwner, note: StoredNote): Promise<void>;
  /** False when there was nothing to remove. */
  remove(owner: NoteOwner, id: string): Promise<boolean>;
  count(owner: NoteOwner): Promise<number>;
  /** Newest first. */
  list(owner: NoteOwner, limit: number): Promise<readonly StoredNote[]>;
  /** Notes that hold at least one of the words, in title, text or tags. */
  withWords(owner: NoteOwner, words: readonly string[]): Promise<readonly StoredNote[]>;
}
