/** Runs work of one key one after the other, and of different keys at the same time. */
export interface KeyedQueue {
  /**
   * Runs work after all earlier work under its key. Of waiting work, the lowest `position` goes first
   * (default 0), then the oldest. Rejects if the work rejects; the work behind it continues.
   */
  run<Result>(
    key: string,
    work: () => Promise<Result>,
    options?: { readonly position?: number | undefined },
  ): Promise<Result>;
}

interface Waiting {
  readonly position: number;
  readonly start: () => Promise<unknown>;
}

/** Lanes of its own, for work that must not mix under a key. */
export function createLanes(): KeyedQueue {
  const lanes = new Map<string, Waiting[]>();

  const drain = async (key: string, waiting: Waiting[]): Promise<void> => {
    // Items that arrived together are sorted before the first one starts.
    await Promise.resolve();
    for (;;) {
      waiting.sort((one, other) => one.position - other.position);
      const next = waiting.shift();
      if (!next) break;
      await next.start();
    }
    lanes.delete(key);
  };

  return {
    run(key, work, { position = 0 } = {}) {
      const turn = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      const start = async () => {
        turn.resolve();
        await ended.promise;
      };
      const lane = lanes.get(key);
      if (lane) lane.push({ position, start });
      else {
        const waiting = [{ position, start }];
        lanes.set(key, waiting);
        void drain(key, waiting);
      }
      return turn.promise.then(work).finally(() => ended.resolve());
    },
  };
}
