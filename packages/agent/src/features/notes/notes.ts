import type { Note, notes } from "@reeve/operations/memory/notes";
import type { InputOf } from "@reeve/operations/operation";

/** A note to create. */
export interface NoteDraft extends InputOf<typeof notes.create> {
  /** Derived from the call, so that a repeated call finds its own note. */
  readonly id: string;
}

/** Fields of a note that change; the others stay as they are. */
export type NotePatch = Omit<InputOf<typeof notes.update>, "id">;

/** Notes of the requester. Another person's notes do not exist here. */
export interface Notes {
  /** Creating the same id again returns the note that is there. */
  create(draft: NoteDraft): Promise<Note>;
  /** `missing` where the note does not exist. */
  update(id: string, patch: NotePatch): Promise<Note>;
  remove(id: string): Promise<void>;
  /** Newest first. */
  list(options: { limit: number; tag?: string | undefined }): Promise<readonly Note[]>;
  count(): Promise<number>;
  /** Notes that hold the query's words, best first. */
  search(query: string, options: { limit: number }): Promise<readonly Note[]>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly notes: Notes;
  }
}
