import type { ChatEvent, ChatEventBody } from "../../kernel/chat-event.ts";
import type { CommitPoint } from "../../store/commit-point.ts";
import type { Chat, Lease, ReleasedChat } from "../../store/messages/chats.ts";
import type { Repositories, Store } from "../../store/store.ts";
import { appendEvents } from "../events/append-events.ts";
import type { TurnDeps } from "./deps.ts";

/** How long a worker may be silent before another may take its place, in milliseconds. */
export const LEASE_MS: number = 5 * 60_000;

/** Until when a lease taken or extended now holds. */
export function leaseEnd({ isExclusive }: Store, now: number): number {
  return isExclusive ? Number.MAX_SAFE_INTEGER : now + LEASE_MS;
}

/** Context of one commit of a worker. */
export interface LeasedTx {
  readonly tx: Repositories;
  /** The chat as it is now: its fence may have risen. */
  readonly chat: Chat;
  /** Unix milliseconds of this commit. */
  readonly now: number;
  /** Becomes a stored event with the commit. */
  readonly emit: (fact: ChatEventBody) => void;
  /** Returns the number of the next event. */
  readonly nextEvent: () => number;
  /** Gives the chat back with the commit, and keeps it quiet until `nextAt`, in Unix milliseconds. */
  readonly release: (nextAt: number) => void;
  /** False if no message waits in the chat's queue. */
  readonly hasQueued: boolean;
}

/** Event numbers that were reserved for a commit: most commits know how many events they make. */
export interface ReservedEvents {
  readonly first: number;
  readonly count: number;
}

/** The work of one commit in a leased chat, and its end: storing the events, and giving back the chat. */
interface LeasedWork {
  readonly leased: LeasedTx;
  readonly finish: () => Promise<FinishedWork>;
}

interface FinishedWork {
  readonly facts: readonly ChatEvent[];
  /** The chat, if it was given back. */
  readonly released: ReleasedChat | undefined;
}

export interface LeasedStart extends Pick<LeasedTx, "tx" | "chat" | "now"> {
  readonly reserved: ReservedEvents;
  /** Events of the commit from before its work. Default: none. */
  readonly bodies?: readonly ChatEventBody[] | undefined;
  readonly hasQueued?: boolean;
}

/** Starts the work of one commit in a chat that the caller has leased. */
export function startLeasedWork({
  tx,
  chat,
  now,
  reserved,
  bodies: earlier = [],
  hasQueued = true,
}: LeasedStart): LeasedWork {
  const bodies = [...earlier];
  let nextAt: number | undefined;
  return {
    leased: {
      tx,
      chat,
      now,
      emit: (fact) => void bodies.push(fact),
      nextEvent: () => reserved.first + bodies.length,
      release: (at) => {
        nextAt = at;
      },
      hasQueued,
    },
    async finish() {
      const { first, count } = reserved;
      const more = bodies.length - count;
      const released =
        nextAt === undefined ? undefined : await tx.chats.release(chat.id, nextAt, more);
      // The chat's row is locked: the numbers behind those that were reserved are free.
      if (!released && more !== 0) await tx.chats.takeSeq(chat.id, more);
      return { facts: await appendEvents(tx, chat.id, { bodies, at: now, first }), released };
    },
  };
}

export interface LeasedCommit<Result> {
  readonly lease: Lease;
  readonly work: (leased: LeasedTx) => Promise<Result>;
  /** Whether a power failure may undo it, as `Store.commit` describes; by default it may not. */
  readonly isRepeatable?: ((result: Result) => boolean) | undefined;
  /** Number of events that `work` usually makes. Default: none. */
  readonly events?: number | undefined;
  /** Told once the chat was given back. */
  readonly onReleased?: ((chat: ReleasedChat) => void) | undefined;
}

/**
 * Commits on behalf of whoever holds a chat, and publishes what it told. Every
 * write of a worker goes through here: when the lease is gone, `work` is not
 * called, nothing is written and the answer is undefined.
 */
export async function commitWithLease<Result>(
  point: CommitPoint,
  { lease, work, isRepeatable = never, events: count = 0, onReleased }: LeasedCommit<Result>,
  { store, events, clock }: Pick<TurnDeps, "store" | "events" | "clock">,
): Promise<Result | undefined> {
  const now = clock.now();
  const outcome = await store.commit(
    point,
    async (tx) => {
      const held = await tx.chats.extendLease(lease, leaseEnd(store, now), count);
      if (!held) return undefined;
      const { firstEvent: first, hasQueued, ...chat } = held;
      const reserved = { first, count };
      const { leased, finish } = startLeasedWork({ tx, chat, now, reserved, hasQueued });
      const result = await work(leased);
      return { result, chat, ...(await finish()) };
    },
    (done) => done === undefined || isRepeatable(done.result),
  );
  if (outcome) publish(events, outcome);
  if (outcome?.released) onReleased?.(outcome.released);
  return outcome?.result;
}

function never(): boolean {
  return false;
}

function publish(
  events: TurnDeps["events"],
  { chat, facts }: { chat: Chat; facts: readonly ChatEvent[] },
): void {
  events.publish(chat, facts);
}
