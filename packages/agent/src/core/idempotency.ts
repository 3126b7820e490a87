import type { Clock } from "../kernel/clock.ts";
import type { PersonKey } from "../store/people/people.ts";
import type { Store } from "../store/store.ts";

export interface IdempotencyDeps {
  readonly store: Pick<Store, "read" | "commit">;
  readonly clock: Clock;
}

/** A request that has been answered under a key of the caller's choice. */
export interface IdempotentRequest {
  /** Digest of the request: the key must not stand for another one. */
  readonly request: string;
  /** Its body is JSON, or empty. Null where the answer is not kept. */
  readonly answer: { readonly status: number; readonly body: string } | null;
}

/** Remembers for a day what was answered to requests that must not happen twice. */
export interface Idempotency {
  /** `key` is a digest that holds the caller, too. */
  find(key: string): Promise<IdempotentRequest | undefined>;
  save(key: string, answered: IdempotentRequest, person: PersonKey): Promise<void>;
}

const RETENTION_MS = 86_400_000;

export function createIdempotency({ store, clock }: IdempotencyDeps): Idempotency {
  return {
    find: (key) => store.read.idempotency.byKey(key, clock.now()),
    async save(key, answered, { tenant, person }) {
      const now = clock.now();
      await store.commit("keep-answer", (tx) =>
        tx.idempotency.put(
          { ...answered, key, tenant, person, expiresAt: now + RETENTION_MS },
          now,
        ),
      );
    },
  };
}
