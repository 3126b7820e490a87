import { Fault } from "@reeve/sdk";

/**
 * Why a file cannot be read, whoever tries: `foreign` is of a kind that nobody reads, `garbled` a
 * broken recording, `huge` too large, maybe only once it is unpacked, `old` of a format that was given
 * up, `silent` a recording without words, `slow` takes too long.
 */
export type Unreadable =
  | "archive"
  | "damaged"
  | "empty"
  | "foreign"
  | "garbled"
  | "huge"
  | "locked"
  | "old"
  | "silent"
  | "slow";

interface UnreadableOptions {
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

class UnreadableFault extends Fault {
  readonly why: Unreadable;

  constructor(why: Unreadable, message: string, { hint, cause }: UnreadableOptions) {
    super("invalid", message, hint === undefined ? { cause } : { hint, cause });
    this.why = why;
  }
}

/** An `invalid` fault in a sentence for people: throw it where a file cannot be read, and `whyUnreadable` tells others why. */
export function unreadable(
  why: Unreadable,
  message: string,
  options: UnreadableOptions = {},
): Fault {
  return new UnreadableFault(why, message, options);
}

/** Returns the reason passed to `unreadable`, or undefined for every other error. */
export function whyUnreadable(error: unknown): Unreadable | undefined {
  return error instanceof UnreadableFault ? error.why : undefined;
}
