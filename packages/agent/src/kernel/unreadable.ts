import { Fault } from "@reeve/sdk";

/**
 * Reason why a file cannot be read by any reader: `foreign` is of an unsupported kind, `garbled` a broken
 * recording, `huge` too large, maybe only once unpacked, `old` of an obsolete format, `silent` a recording
 * without words, `slow` takes too long.
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

/**
 * Creates an `invalid` fault with a sentence for people: throw it if a file cannot be read. `whyUnreadable`
 * returns the reason.
 */
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
