/** Wakes one waiting loop. A `notify` with no waiter is kept for the next `wait`. */
export interface Wakeup {
  notify(): void;
  /** Number of calls of `notify`. */
  readonly notified: number;
  /** Resolves at the next `notify`, or after `ms` milliseconds if given. */
  wait(ms?: number): Promise<void>;
}

/** Rings several wakeups at once: each wakes its own loop. */
export function notifyAll(...wakeups: readonly Pick<Wakeup, "notify">[]): Pick<Wakeup, "notify"> {
  return { notify: () => wakeups.forEach((wakeup) => wakeup.notify()) };
}

/** The longest time a timer can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function createWakeup(): Wakeup {
  let rung = Promise.withResolvers<void>();
  let notified = 0;
  return {
    notify() {
      notified += 1;
      rung.resolve();
    },
    get notified() {
      return notified;
    },
    async wait(ms) {
      const timer =
        ms === undefined
          ? undefined
          : setTimeout(() => rung.resolve(), Math.min(Math.max(ms, 0), MAX_TIMER_MS));
      await rung.promise;
      clearTimeout(timer);
      rung = Promise.withResolvers();
    },
  };
}
