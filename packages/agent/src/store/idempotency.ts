import type { PersonKey } from "./people.ts";

/** Stored response to a request that must not happen twice. */
export interface IdempotentResponse extends PersonKey {
  /** Digest of caller, method, path and Idempotency-Key. */
  readonly key: string;
  /** Digest of the request: the same key must not stand for another one. */
  readonly request: string;
  /** Its body is JSON, or empty. Null where the answer itself is not kept. */
  readonly answer: { readonly status: number; readonly body: string } | null;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** Answers that a repeated request of a program is given again. */
export interface IdempotencyStore {
  /** Undefined when there is none that is still to be kept. */
  byKey(key: string, now: number): Promise<IdempotentResponse | undefined>;
  /** Keeps an answer unless there is one, and drops those whose time is over at `now`. */
  put(answer: IdempotentResponse, now: number): Promise<void>;
}
