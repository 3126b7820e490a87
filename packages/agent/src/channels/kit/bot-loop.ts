/** How often somebody was heard in a chat, and whether they are being ignored. */
export interface EventCount {
  /** When, in Unix milliseconds, within the window. */
  readonly at: readonly number[];
  readonly isIgnored: boolean;
}

/** `ignore` from the event on that is one too many, until there was silence; `first` of these is told. */
export interface LoopVerdict {
  readonly heard: EventCount;
  readonly verdict: "take" | "ignore";
  readonly isFirst: boolean;
}

/** Two programs that answer each other go on for ever: so many events are enough. */
export const LOOP_LIMIT = { most: 20, withinMs: 60_000 } as const;

/** One more event of a program in a chat. */
export function countEvent(before: EventCount | undefined, now: number): LoopVerdict {
  const recent = (before?.at ?? []).filter((at) => at > now - LOOP_LIMIT.withinMs);
  const wasIgnored = (before?.isIgnored ?? false) && recent.length > 0;
  const isIgnored = wasIgnored || recent.length >= LOOP_LIMIT.most;
  return {
    heard: { at: [...recent, now].slice(-LOOP_LIMIT.most), isIgnored },
    verdict: isIgnored ? "ignore" : "take",
    isFirst: isIgnored && !wasIgnored,
  };
}
