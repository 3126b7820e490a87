import { attempt } from "../../kernel/attempt.ts";
import { type Clock, steadyClock } from "../../kernel/clock.ts";

/**
 * How much it matters that a call goes out, in this order. Drafts and deletions are no messages. Frames and
 * drafts are dropped if they would have to wait, because the next one shows more.
 */
export const SENDINGS = ["final", "placeholder", "deletion", "frame", "draft"] as const;

export type Sending = (typeof SENDINGS)[number];

/** So many calls may be sent within a time. */
export interface FloodLimit {
  readonly max: number;
  readonly withinMs: number;
  /** Number of these calls that frames and drafts must leave for messages. Default: 0. */
  readonly reserved?: number;
  /** Calls that it counts and limits. Default: all. */
  readonly sendings?: readonly Sending[];
  /** For limits of each chat by itself: the chats that have one. */
  readonly inChat?: (chat: string) => boolean;
}

export interface FloodGate {
  /**
   * Makes a call as soon as the limits of its chat allow, and again after each wait that the platform asks
   * for. Undefined only for a frame or draft that would have to wait. Rejects when `signal` aborts.
   */
  run<Result>(order: FloodOrder, work: () => Promise<Result>): Promise<Result | undefined>;
}

export interface FloodOrder {
  /** Calls that share their limits, such as those about a chat. */
  readonly chat: string;
  readonly sending: Sending;
  readonly signal: AbortSignal;
}

/** Time of a gate. */
export interface FloodTime {
  /** Monotonic clock: if it were set back, calls would wait that much longer. */
  readonly clock: Clock;
  /** Calls back once after so many milliseconds. */
  readonly after: (ms: number, work: () => void) => void;
}

export interface FloodGateDeps extends FloodTime {
  readonly limits: readonly FloodLimit[];
  /** Returns for how many milliseconds the platform asks to wait; undefined for other errors. */
  readonly waitMsOf: (error: unknown) => number | undefined;
  /** Longer waits are errors, and other calls wait no longer than this after one. Default: a minute. */
  readonly maxWaitMs?: number;
}

type Call = Pick<FloodOrder, "chat" | "sending">;

interface Passed extends Call {
  readonly at: number;
}

interface Waiting extends FloodOrder {
  readonly let: () => void;
}

/** Number of attempts if the platform asks to wait. */
const MAX_TRIES = 5;

const MAX_WAIT_MS = 60_000;

/** The time of the machine. */
export const machineTime: FloodTime = {
  clock: steadyClock,
  after: (ms, work) => void setTimeout(work, ms).unref(),
};

/** Keeps calls within the limits of a platform: nobody waits behind a chat that has to wait. */
export function createFloodGate({
  clock,
  after,
  limits,
  waitMsOf,
  maxWaitMs = MAX_WAIT_MS,
}: FloodGateDeps): FloodGate {
  const longestMs = Math.max(0, ...limits.map(({ withinMs }) => withinMs));
  let passed: readonly Passed[] = [];
  let waiting: readonly Waiting[] = [];
  const blocked = new Map<string, number>();
  let woken = Number.POSITIVE_INFINITY;

  const waitOf = ({ chat, sending }: Call, now: number) => {
    for (const [key, until] of blocked) if (until <= now) blocked.delete(key);
    const keys = sending === "draft" ? [chat, draftsOf(chat)] : [chat];
    const blockedMs = keys.map((key) => (blocked.get(key) ?? now) - now);
    return Math.max(...blockedMs, findWait(passed, { chat, sending, now }, limits));
  };

  const take = ({ chat, sending }: Call, now: number) => {
    passed = [...passed.filter(({ at }) => at > now - longestMs), { chat, sending, at: now }];
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

  const enter = async ({ chat, sending, signal }: FloodOrder): Promise<boolean> => {
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
  };

  /** The platform asked to be left alone about a chat; about drafts, only with those. */
  const block = ({ chat, sending }: Call, ms: number) => {
    const key = sending === "draft" ? draftsOf(chat) : chat;
    blocked.set(key, Math.max(blocked.get(key) ?? 0, clock.now() + ms));
  };

  return {
    async run(order, work) {
      for (let tries = 1; ; tries += 1) {
        if (!(await enter(order))) return undefined;
        const done = await attempt(work());
        if (done.status === "fulfilled") return done.value;
        const waitMs = waitMsOf(done.reason);
        if (waitMs === undefined) throw done.reason;
        const isDropped = isPassing(order.sending);
        block(order, isDropped ? waitMs : Math.min(waitMs, maxWaitMs));
        if (isDropped) return undefined;
        if (waitMs > maxWaitMs || tries >= MAX_TRIES) throw done.reason;
      }
    },
  };
}

function isPassing(sending: Sending): boolean {
  return sending === "frame" || sending === "draft";
}

/** Returns the time in milliseconds after which one more call respects all limits; 0 for now. */
function findWait(
  passed: readonly Passed[],
  { chat, sending, now }: Call & { readonly now: number },
  limits: readonly FloodLimit[],
): number {
  const waits = limits.map(({ max, withinMs, reserved = 0, sendings = SENDINGS, inChat }) => {
    if (!sendings.includes(sending) || inChat?.(chat) === false) return 0;
    const counted = passed.filter(
      (one) =>
        one.at > now - withinMs &&
        sendings.includes(one.sending) &&
        (inChat === undefined || one.chat === chat),
    );
    const oldest = counted.at(-(isPassing(sending) ? max - reserved : max));
    return oldest ? oldest.at + withinMs - now : 0;
  });
  return Math.max(0, ...waits);
}

function draftsOf(chat: string): string {
  return `draft ${chat}`;
}

/** The order in which they came decides between equals: the sort is stable. */
function byWeight(one: Waiting, other: Waiting): number {
  return SENDINGS.indexOf(one.sending) - SENDINGS.indexOf(other.sending);
}
