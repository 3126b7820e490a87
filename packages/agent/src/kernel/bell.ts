/** Wakes one waiting loop; a ring while nobody waits is kept for the next wait. */
export interface Bell {
  ring(): void;
  /** Resolves at the next ring, or after `ms` milliseconds where given. */
  wait(ms?: number): Promise<void>;
}

/** Rings several bells at once: each wakes its own loop. */
export function ringAll(...bells: readonly Bell[]): Pick<Bell, "ring"> {
  return { ring: () => bells.forEach((bell) => bell.ring()) };
}

/** The longest time a timer can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function createBell(): Bell {
  let rung = Promise.withResolvers<void>();
  return {
    ring: () => rung.resolve(),
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
