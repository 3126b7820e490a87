/** Runs one task after the other. A task that fails does not stop those behind it. */
export type SerialQueue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Creates a queue of its own, for steps that must not mix: read, decide, write. */
export function createInOrder(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  };
}
