import type { ClaimsAtIntake } from "../claims-at-intake.ts";
import { CLAIM_EVENTS, type Claimed, openClaimed } from "./claim.ts";
import { leaseEnd } from "./commit-with-lease.ts";
import type { TurnDeps } from "./deps.ts";

export interface IntakeClaimsDeps {
  /** Lease owner, the worker's. */
  readonly owner: string;
  readonly turns: TurnDeps;
  /** Reserves room for one more turn until it is disposed of; undefined if the worker has none. */
  readonly reserve: () => Disposable | undefined;
  /** Passes on what was claimed, once it is durable. */
  readonly handOver: (claimed: Claimed) => void;
}

/**
 * Claims idle chats in the commits that queue their messages. Only where the store is exclusive:
 * its commits are one after the other, and its leases do not end.
 */
export function createIntakeClaims({
  owner,
  turns,
  reserve,
  handOver,
}: IntakeClaimsDeps): ClaimsAtIntake {
  const { store, clock } = turns;
  return {
    async claim(tx, id, events) {
      const room = store.isExclusive ? reserve() : undefined;
      if (!room) return undefined;
      const now = clock.now();
      const count = events + CLAIM_EVENTS;
      const leaseUntil = leaseEnd(store, now);
      const idle = await tx.chats.enqueueIdle(id, { owner, now, leaseUntil, events: count });
      if (!idle) {
        room[Symbol.dispose]();
        return undefined;
      }
      const { firstEvent: first, hasPostponed, ...chat } = idle;
      return {
        hasPostponed,
        [Symbol.dispose]: () => room[Symbol.dispose](),
        async open(message, bodies) {
          const leased = { tx, chat, now, reserved: { first, count }, bodies };
          const start = { owner, queued: [message], deps: turns };
          const { facts, ...claimed } = await openClaimed(leased, start);
          return { facts, handOver: () => handOver(claimed) };
        },
      };
    },
  };
}
