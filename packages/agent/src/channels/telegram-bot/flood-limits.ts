import type { Sending } from "./flood-gate.ts";

/** A call that was sent. */
export interface Passed {
  readonly chat: string;
  readonly sending: Sending;
  readonly at: number;
}

interface Limit {
  readonly max: number;
  readonly withinMs: number;
}

/**
 * Limits that Telegram documents: 30 messages a second, one a second in a chat with small bursts,
 * 20 a minute in a group. The windows are slightly longer, because calls arrive closer together
 * than they were sent. There is no documented limit for drafts.
 */
const LIMITS = {
  all: { max: 28, withinMs: 1100 },
  chat: { max: 3, withinMs: 3300 },
  group: { max: 19, withinMs: 61_000 },
  drafts: { max: 3, withinMs: 1100 },
} as const satisfies Readonly<Record<string, Limit>>;

/** Number of calls per minute in a group that preview frames must leave for messages. */
const RESERVED_FOR_REPLIES = 7;

/** Number of calls per second that preview frames must leave for messages. */
const RESERVED_IN_ALL = 10;

/** Returns whether such a call is dropped if it would have to wait. */
export function isPassing(sending: Sending): boolean {
  return sending === "frame" || sending === "draft";
}

/**
 * Returns the time in milliseconds after which one more call about a chat respects all limits; 0
 * for now.
 */
export function findWait(
  passed: readonly Passed[],
  { chat, sending }: { readonly chat: string; readonly sending: Sending },
  now: number,
): number {
  const isFrame = isPassing(sending);
  const allWait = waitFor(passed, isFrame ? lessen(LIMITS.all, RESERVED_IN_ALL) : LIMITS.all, now);
  if (sending === "deletion") return allWait;
  const here = passed.filter((one) => one.chat === chat);
  if (sending === "draft") {
    const drafts = here.filter((one) => one.sending === "draft");
    return Math.max(allWait, waitFor(drafts, LIMITS.drafts, now));
  }
  const own = here.filter((one) => one.sending !== "draft" && one.sending !== "deletion");
  const ownWait = waitFor(own, LIMITS.chat, now);
  if (!isGroup(chat)) return Math.max(ownWait, allWait);
  const group = isFrame ? lessen(LIMITS.group, RESERVED_FOR_REPLIES) : LIMITS.group;
  return Math.max(ownWait, allWait, waitFor(own, group, now));
}

/** Returns the calls with one more, and without those that no limit counts any more. */
export function remember(passed: readonly Passed[], call: Passed, now: number): readonly Passed[] {
  const longestMs = Math.max(...Object.values(LIMITS).map(({ withinMs }) => withinMs));
  return [...passed.filter(({ at }) => at > now - longestMs), call];
}

function lessen({ max, withinMs }: Limit, by: number): Limit {
  return { max: max - by, withinMs };
}

/** Telegram's ids of groups and channels are negative. */
function isGroup(chat: string): boolean {
  return chat.startsWith("-") || chat.startsWith("@");
}

function waitFor(passed: readonly Passed[], { max, withinMs }: Limit, now: number): number {
  const within = passed.filter(({ at }) => at > now - withinMs);
  const oldest = within.at(-max);
  return oldest ? Math.max(0, oldest.at + withinMs - now) : 0;
}
