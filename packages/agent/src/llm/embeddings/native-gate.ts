/**
 * Says to two threads whether one of them is in native code. A thread that is ended
 * there takes the whole process with it, so its owner closes the gate before.
 */
export interface NativeGate {
  /** To be given to the thread, which makes its own gate of it. */
  readonly memory: SharedArrayBuffer;
  /** In the thread: runs `work` unless the gate is closed; then it answers with undefined. */
  run<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
  /** In the owner: lets nobody in any more, and holds up the owner until nobody is in. */
  close(): void;
}

const CLOSED = 0;
const INSIDE = 1;

export function createNativeGate(memory: SharedArrayBuffer = new SharedArrayBuffer(8)): NativeGate {
  const words = new Int32Array(memory);
  return {
    memory,
    async run(work) {
      Atomics.store(words, INSIDE, 1);
      try {
        return Atomics.load(words, CLOSED) === 1 ? undefined : await work();
      } finally {
        Atomics.store(words, INSIDE, 0);
        Atomics.notify(words, INSIDE);
      }
    },
    close() {
      Atomics.store(words, CLOSED, 1);
      Atomics.wait(words, INSIDE, 1);
    },
  };
}
