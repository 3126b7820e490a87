/** Runs work of one key in order, and of different keys at the same time. */
export interface Lanes {
  /** Rejects with what the work rejects with; what waits behind it goes on. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

export function createLanes(): Lanes {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(key, work) {
      const before = last.get(key) ?? Promise.resolve();
      const result = before.then(work);
      const settled = Promise.allSettled([result]);
      last.set(key, settled);
      await settled;
      if (last.get(key) === settled) last.delete(key);
      return result;
    },
  };
}
