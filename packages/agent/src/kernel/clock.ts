/** Time as an argument. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /**
   * False while the time may be wrong by hours: schedules, expiry and retention wait. Without it,
   * the time is never doubted.
   */
  readonly isTrusted?: boolean;
}

/** The machine's own, which steps when it is set. */
export const systemClock: Clock = { now: Date.now };

/** Clock for durations only: it starts at an arbitrary value, and ignores changes of the machine's clock. */
export const steadyClock: Clock = { now: () => performance.now() };

/** Checks whether what depends on the date has to wait. */
export function isDoubted(clock: Clock): boolean {
  return clock.isTrusted === false;
}
