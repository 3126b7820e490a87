/** Runs work of one key one after the other, and of different keys at the same time. */
export interface OrderedLanes {
  /**
   * Of what waits for its turn, the work with the lowest position goes first. Rejects with
   * what the work rejects with; what waits behind it goes on.
   */
  run<Result>(key: string, position: number, work: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  readonly position: number;
  readonly start: () => Promise<unknown>;
}

export function createOrderedLanes(): OrderedLanes {
  const lanes = new Map<string, Waiting[]>();

  const drain = async (key: string, waiting: Waiting[]): Promise<void> => {
    // What came together is put in order before the first begins.
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
    async run(key, position, work) {
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
      await turn.promise;
      return work().finally(() => ended.resolve());
    },
  };
}
