import type { Sending } from "./flood-gate.ts";

/** A call that went out. */
export interface Passed {
  readonly chat: string;
  readonly at: number;
}

interface Limit {
  readonly most: number;
  readonly withinMs: number;
}

/**
 * What Telegram documents: 30 messages a second, one a second in a chat with small bursts, 20 a
 * minute in a group. Windows are a little longer, since calls arrive closer together than they left.
 */
const LIMITS = {
  all: { most: 28, withinMs: 1100 },
  chat: { most: 3, withinMs: 3300 },
  group: { most: 19, withinMs: 61_000 },
} as const satisfies Readonly<Record<string, Limit>>;

/** So many calls a minute in a group are kept free of frames, for what must arrive. */
const KEPT_FREE = 7;

/** Frames leave this many of all calls a second to what must arrive. */
const KEPT_FREE_OF_ALL = 10;

/** In how many milliseconds one more call about a chat keeps all limits; 0 for at once. */
export function findWait(
  passed: readonly Passed[],
  { chat, sending }: { readonly chat: string; readonly sending: Sending },
  now: number,
): number {
  const own = passed.filter((one) => one.chat === chat);
  const isFrame = sending === "frame";
  const ownWait = waitFor(own, LIMITS.chat, now);
  const allWait = waitFor(passed, isFrame ? lessen(LIMITS.all, KEPT_FREE_OF_ALL) : LIMITS.all, now);
  if (!isGroup(chat)) return Math.max(ownWait, allWait);
  const group = isFrame ? lessen(LIMITS.group, KEPT_FREE) : LIMITS.group;
  return Math.max(ownWait, allWait, waitFor(own, group, now));
}

/** With one more call, and without those that no limit asks for any more. */
export function remember(passed: readonly Passed[], call: Passed, now: number): readonly Passed[] {
  const longestMs = Math.max(...Object.values(LIMITS).map(({ withinMs }) => withinMs));
  return [...passed.filter(({ at }) => at > now - longestMs), call];
}

function lessen({ most, withinMs }: Limit, by: number): Limit {
  return { most: most - by, withinMs };
}

/** Telegram's ids of groups and channels are negative. */
function isGroup(chat: string): boolean {
  return chat.startsWith("-") || chat.startsWith("@");
}

function waitFor(passed: readonly Passed[], { most, withinMs }: Limit, now: number): number {
  const within = passed.filter(({ at }) => at > now - withinMs);
  const oldest = within.at(-most);
  return oldest ? Math.max(0, oldest.at + withinMs - now) : 0;
}
