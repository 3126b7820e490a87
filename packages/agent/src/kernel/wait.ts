/** Lets time pass; resolves at once when `signal` aborts. An argument wherever a test could care. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/**
 * Reason for an abort that only ends something, like a pause. It is made once: making one for each abort, as
 * `abort()` does, takes a tenth of a millisecond.
 */
export const OVER: DOMException = new DOMException("It has ended.", "AbortError");

/** By the timers of the runtime. */
export const wait: Wait = async (ms, signal) => {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = () => resolve();
  signal.addEventListener("abort", stop, { once: true });
  await promise;
  clearTimeout(timer);
  signal.removeEventListener("abort", stop);
};

/** Resolves once `signal` aborts; at once if it has. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve(), { once: true });
  if (!signal.aborted) await promise;
}
