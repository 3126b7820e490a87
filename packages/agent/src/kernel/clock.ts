/** Time as an argument. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
}

/** The machine's own, which steps when it is set. */
export const systemClock: Clock = { now: Date.now };

/** For lengths of time only: it begins anywhere, and does not step when the machine's clock is set. */
export const steadyClock: Clock = { now: () => performance.now() };
