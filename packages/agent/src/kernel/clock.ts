/** Time as an argument. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
}

/** The machine's own, which steps when it is set. */
export const systemClock: Clock = { now: Date.now };

/** Clock for durations only: it starts at an arbitrary value, and ignores changes of the machine's clock. */
export const steadyClock: Clock = { now: () => performance.now() };
