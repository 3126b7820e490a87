import type { ChatId } from "../../kernel/ids.ts";
import type { Integrity, Source } from "../../kernel/label.ts";

/** Source of a passage. */
export const PASSAGE_SOURCES = ["feed", "knowledge", "session", "fact", "note"] as const;

export type PassageSource = (typeof PASSAGE_SOURCES)[number];

/** Scope of passages that the same people may see. Searches name the scopes they may read. */
export interface ScopeKey {
  readonly tenant: string;
  /** The principal that may see it: a person's id, or the uid of a group's chat. */
  readonly audience: string;
  /** Null for what belongs to no chat. */
  readonly chat: ChatId | null;
  readonly source: PassageSource;
}

/** Scopes are never removed and their numbers never used again. */
export interface Scope extends ScopeKey {
  readonly id: number;
  readonly passages: number;
}

/** One searchable text. */
export interface NewPassage {
  readonly scope: ScopeKey;
  /** Names the row that it was taken from, once in its scope. */
  readonly ref: string;
  /** The speaker's name as people read it; it is searchable too. */
  readonly author: string | null;
  readonly integrity: Integrity;
  /** Sources that shaped it, if its author is not the only one. */
  readonly sources?: readonly Source[] | undefined;
  readonly at: number;
  readonly text: string;
}

export interface Passage extends NewPassage {
  /** Rises with each passage and is never used again: another text has another id. */
  readonly id: number;
}

/** Passage that has to be embedded. */
export interface PendingPassage {
  readonly id: number;
  /** Without the author's name, so that a message and a question in its words have one vector. */
  readonly text: string;
}

/** The vectors of one embedding model. */
export interface VectorSpace {
  readonly id: number;
  readonly model: string;
  readonly dims: number;
  /** Searches use the active one; another takes its place when it is complete. */
  readonly state: "active" | "building";
  /** All passages up to this id have their vectors, or cannot have any. */
  readonly completeTo: number;
}

export interface PassageVector {
  readonly id: number;
  /** Vector of length 1; undefined for a text that cannot be embedded. */
  readonly vector: Float32Array | undefined;
}

/** Searchable passages: found by keyword at once, and by meaning once they have a vector. */
export interface PassageStore {
  /**
   * Adds a passage, in the caller's transaction; words find it at once. Replaces one with the same scope
   * and ref, under a new id, unless the text is the same. Returns the id.
   */
  put(passage: NewPassage): Promise<number>;
  /** Does the same for many passages at once, each of another scope or ref. */
  putAll(passages: readonly NewPassage[]): Promise<void>;
  /** Removes a passage with its words and vectors; false where there is none. */
  remove(scope: ScopeKey, ref: string): Promise<boolean>;
  /** Returns passages in ascending order of ids, without missing ones. */
  byIds(ids: readonly number[]): Promise<readonly Passage[]>;
  /** Returns the passages in a scope whose refs begin with `prefix`, in ascending order of ids. */
  list(scope: ScopeKey, options?: { readonly prefix?: string }): Promise<readonly Passage[]>;
  /** Returns scopes in ascending order of their numbers; with `after`, only higher ones. */
  scopes(tenant: string, options?: { readonly after?: number }): Promise<readonly Scope[]>;

  spaces(): Promise<readonly VectorSpace[]>;
  /**
   * The space of a model, added where it is missing. The first is active at once; another
   * is built beside the active one, and those of earlier models that were not completed go.
   */
  openSpace(model: string, dims: number): Promise<VectorSpace>;
  /** Passages without a vector in the space, oldest first. */
  pending(space: number, limit: number): Promise<readonly PendingPassage[]>;
  /**
   * Returns the number of passages, and of those that wait for a vector in the space: these are counted one
   * by one.
   */
  counts(space: number): Promise<{ readonly passages: number; readonly pending: number }>;
  /**
   * Stores vectors, at most about a hundred at once; those of passages that are gone or have
   * one are left out. With the last pending one a space becomes the active one and the others
   * go, at once for searches and a few rows with each later call on disk.
   */
  setVectors(space: number, vectors: readonly PassageVector[]): Promise<void>;
  /**
   * Does one short piece of upkeep: packs codes, follows a drift of the vectors, erases what
   * was removed. True while there is more to do; `setVectors` calls it too.
   */
  tidy(): Promise<boolean>;
  /** Checks whether `tidy` would do nothing; cheap enough to run after every commit. */
  isTidy(): Promise<boolean>;
}
