import type { ReadingStatus } from "@reeve/operations/memory/read-later";
import type { Label } from "../../kernel/label.ts";
import type { PersonKey } from "../people/people.ts";

/** Reading list item with its label; without one, it is its person's own text. */
export interface StoredReadingItem {
  readonly id: string;
  readonly url: string | null;
  readonly title: string;
  readonly summary: string | null;
  /** Text of the item, or what its person noted about it. */
  readonly text: string | null;
  readonly tags: readonly string[];
  readonly status: ReadingStatus;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly doneAt: number | null;
  readonly label?: Label | undefined;
}

export interface ReadingListFilter {
  /** Absent: all. */
  readonly status?: ReadingStatus | undefined;
  readonly tag?: string | undefined;
  readonly limit: number;
}

/** Reading lists of people. */
export interface ReadingListStore {
  /** Adds the item unless its id is there already. */
  add(owner: PersonKey, reading: StoredReadingItem): Promise<void>;
  byId(owner: PersonKey, id: string): Promise<StoredReadingItem | undefined>;
  replace(owner: PersonKey, reading: StoredReadingItem): Promise<void>;
  /** False when there was nothing to remove. */
  remove(owner: PersonKey, id: string): Promise<boolean>;
  /** Newest first. */
  list(owner: PersonKey, filter: ReadingListFilter): Promise<readonly StoredReadingItem[]>;
}
