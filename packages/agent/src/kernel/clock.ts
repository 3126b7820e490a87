/** Time as an argument. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: Date.now };

/** For lengths of time only: it begins anywhere, and does not step when the machine's clock is set. */
export const steadyClock: Clock = { now: () => performance.now() };
