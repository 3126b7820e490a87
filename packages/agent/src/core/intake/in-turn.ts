/** Runs `work` when all earlier work under the same key has ended, however it ended. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Work under different keys does not wait for each other. */
export function createInTurn(): InTurn {
  const newest = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const own = Promise.allSettled([newest.get(key)]).then(work);
    newest.set(key, own);
    try {
      return await own;
    } finally {
      if (newest.get(key) === own) newest.delete(key);
    }
  };
}
