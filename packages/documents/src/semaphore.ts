import { DocumentError } from "./error.ts";

/** Runs a few tasks at a time, in the order of their requests. */
export interface Semaphore {
  /** Settles like `work`; rejects with `aborted` as soon as the signal aborts before the start. */
  run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

export function createSemaphore(count: number): Semaphore {
  const waiting = new Set<() => void>();
  let free = count;

  const enter = async (signal: AbortSignal): Promise<void> => {
    if (signal.aborted) throw cancelled();
    if (free > 0) {
      free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = () => {
      signal.removeEventListener("abort", leave);
      resolve();
    };
    const leave = () => {
      waiting.delete(begin);
      reject(cancelled());
    };
    waiting.add(begin);
    signal.addEventListener("abort", leave, { once: true });
    await promise;
  };

  return {
    async run(work, signal) {
      await enter(signal);
      try {
        return await work();
      } finally {
        const [next] = waiting;
        if (next) {
          waiting.delete(next);
          next();
        } else free += 1;
      }
    },
  };
}

function cancelled(): DocumentError {
  return new DocumentError("aborted", "It was cancelled before its turn.");
}
