import type { PersonKey } from "../people/people.ts";

/** Stored response to a request that must not happen twice. */
export interface IdempotentResponse extends PersonKey {
  /** Digest of caller, method, path and Idempotency-Key. */
  readonly key: string;
  /** Digest of the request: the same key must not be used for a different one. */
  readonly request: string;
  /** Response with a JSON or empty body. Null if the response itself is not stored. */
  readonly answer: { readonly status: number; readonly body: string } | null;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** Stored responses for repeated API requests. */
export interface IdempotencyStore {
  /** Returns the response, or undefined if there is none or it has expired. */
  byKey(key: string, now: number): Promise<IdempotentResponse | undefined>;
  /** Keeps an answer unless there is one, and drops those whose time is over at `now`. */
  put(answer: IdempotentResponse, now: number): Promise<void>;
}
