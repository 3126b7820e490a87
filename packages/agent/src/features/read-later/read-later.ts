import type { ReadingItem, ReadingStatus } from "@reeve/operations/memory/read-later";

/** An item to save: a URL, a text, or both. */
export interface ReadingDraft {
  /** Derived from the call, so that a repeated call finds its own item. */
  readonly id: string;
  readonly url?: string | undefined;
  readonly text?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Reading list of the requester. Another person's items do not exist here. */
export interface ReadLater {
  /**
   * Saves a URL with the title and summary of its page, or a text. Saving the same id again
   * returns the item that is there. A page that cannot be read is saved as its URL alone.
   */
  save(draft: ReadingDraft, options: { signal: AbortSignal }): Promise<ReadingItem>;
  /** Marks it as read. `missing` where it does not exist. */
  finish(id: string): Promise<ReadingItem>;
  /** Newest first. */
  list(query: {
    status?: ReadingStatus | undefined;
    tag?: string | undefined;
    limit: number;
  }): Promise<readonly ReadingItem[]>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly readLater: ReadLater;
  }
}
