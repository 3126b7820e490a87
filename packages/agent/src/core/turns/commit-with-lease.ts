import type { ChatEvent, ChatEventBody } from "../../kernel/chat-event.ts";
import type { CommitPoint } from "../../store/commit-point.ts";
import type { Lease, Chat } from "../../store/messages/chats.ts";
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
  /** Gives the chat back with the commit, and keeps it quiet until `nextAt`, in Unix milliseconds. */
  readonly release: (nextAt: number) => void;
}

/** The work of one commit in a leased chat, and its end: storing the events, and giving back the chat. */
interface LeasedWork {
  readonly leased: LeasedTx;
  readonly finish: () => Promise<readonly ChatEvent[]>;
}

/** Starts the work of one commit in a chat that the caller has leased. */
export function startLeasedWork({
  tx,
  chat,
  now,
}: Pick<LeasedTx, "tx" | "chat" | "now">): LeasedWork {
  const bodies: ChatEventBody[] = [];
  let nextAt: number | undefined;
  return {
    leased: {
      tx,
      chat,
      now,
      emit: (fact) => void bodies.push(fact),
      release: (at) => {
        nextAt = at;
      },
    },
    async finish() {
      const first =
        nextAt === undefined ? undefined : await tx.chats.release(chat.id, nextAt, bodies.length);
      return appendEvents(tx, chat.id, { bodies, at: now, first });
    },
  };
}

interface LeasedCommit<Result> {
  readonly lease: Lease;
  readonly work: (leased: LeasedTx) => Promise<Result>;
  /** Whether a power failure may undo it, as `Store.commit` describes; by default it may not. */
  readonly isRepeatable?: ((result: Result) => boolean) | undefined;
}

/**
 * Commits on behalf of whoever holds a chat, and publishes what it told. Every
 * write of a worker goes through here: when the lease is gone, `work` is not
 * called, nothing is written and the answer is undefined.
 */
export async function commitWithLease<Result>(
  point: CommitPoint,
  { lease, work, isRepeatable = never }: LeasedCommit<Result>,
  { store, events, clock }: Pick<TurnDeps, "store" | "events" | "clock">,
): Promise<Result | undefined> {
  const now = clock.now();
  const outcome = await store.commit(
    point,
    async (tx) => {
      const chat = await tx.chats.extendLease(lease, leaseEnd(store, now));
      if (!chat) return undefined;
      const { leased, finish } = startLeasedWork({ tx, chat, now });
      const result = await work(leased);
      return { result, chat, facts: await finish() };
    },
    (done) => done === undefined || isRepeatable(done.result),
  );
  if (outcome) publish(events, outcome);
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
