import type { Clock } from "../../kernel/clock.ts";
import { findWait, isPassing, type Passed, remember } from "./flood-limits.ts";

/**
 * How much it matters that a call goes out, in this order. Drafts and deletions are no messages: what
 * Telegram allows of those in a chat does not hold for them.
 */
export const SENDINGS = ["final", "placeholder", "deletion", "frame", "draft"] as const;

export type Sending = (typeof SENDINGS)[number];

export interface FloodGate {
  /**
   * Resolves once a call about a chat may go out; it counts as sent from then on. False for a frame
   * or draft that would have to wait: the next one shows more. Rejects when `signal` aborts.
   */
  enter(order: FloodOrder): Promise<boolean>;
  /** Telegram asked to be left alone about a chat for so long; about drafts, only with those. */
  block(order: Pick<FloodOrder, "chat" | "sending">, ms: number): void;
}

export interface FloodOrder {
  /** Telegram's id, without a topic: the topics of a group share its limits. */
  readonly chat: string;
  readonly sending: Sending;
  readonly signal: AbortSignal;
}

export interface FloodGateDeps {
  readonly clock: Clock;
  /** Calls back once after so many milliseconds. */
  readonly after: (ms: number, work: () => void) => void;
}

interface Waiting extends FloodOrder {
  readonly let: () => void;
}

/** Keeps calls within Telegram's limits: nobody waits behind a chat that has to wait. */
export function createFloodGate({ clock, after }: FloodGateDeps): FloodGate {
  let passed: readonly Passed[] = [];
  let waiting: readonly Waiting[] = [];
  const blocked = new Map<string, number>();
  let woken = Number.POSITIVE_INFINITY;

  const waitOf = ({ chat, sending }: Pick<FloodOrder, "chat" | "sending">, now: number) => {
    for (const [key, until] of blocked) if (until <= now) blocked.delete(key);
    const keys = sending === "draft" ? [chat, draftsOf(chat)] : [chat];
    const blockedMs = keys.map((key) => (blocked.get(key) ?? now) - now);
    return Math.max(...blockedMs, findWait(passed, { chat, sending }, now));
  };

  const take = ({ chat, sending }: Pick<FloodOrder, "chat" | "sending">, now: number) => {
    passed = remember(passed, { chat, sending, at: now }, now);
  };

  /** Lets in who may go, and looks again when the next one may. */
  const turn = () => {
    const now = clock.now();
    let soonest = Number.POSITIVE_INFINITY;
    for (const one of waiting) {
      const ms = waitOf(one, now);
      if (ms > 0) {
        soonest = Math.min(soonest, ms);
        continue;
      }
      take(one, now);
      one.let();
    }
    if (soonest === Number.POSITIVE_INFINITY || now + soonest >= woken) return;
    woken = now + soonest;
    after(soonest, () => {
      woken = Number.POSITIVE_INFINITY;
      turn();
    });
  };

  return {
    async enter({ chat, sending, signal }) {
      signal.throwIfAborted();
      const now = clock.now();
      const isFirst = !waiting.some((one) => one.chat === chat);
      if (isFirst && waitOf({ chat, sending }, now) <= 0) {
        take({ chat, sending }, now);
        return true;
      }
      if (isPassing(sending)) return false;
      const { promise, resolve, reject } = Promise.withResolvers<boolean>();
      const leave = () => {
        waiting = waiting.filter((one) => one !== place);
        signal.removeEventListener("abort", refuse);
      };
      const refuse = () => {
        leave();
        reject(signal.reason);
      };
      const place: Waiting = {
        chat,
        sending,
        signal,
        let: () => {
          leave();
          resolve(true);
        },
      };
      waiting = [...waiting, place].toSorted(byWeight);
      signal.addEventListener("abort", refuse, { once: true });
      turn();
      return promise;
    },
    block({ chat, sending }, ms) {
      const key = sending === "draft" ? draftsOf(chat) : chat;
      blocked.set(key, Math.max(blocked.get(key) ?? 0, clock.now() + ms));
    },
  };
}

function draftsOf(chat: string): string {
  return `draft ${chat}`;
}

/** The order in which they came decides between equals: the sort is stable. */
function byWeight(one: Waiting, other: Waiting): number {
  return SENDINGS.indexOf(one.sending) - SENDINGS.indexOf(other.sending);
}
