/** Lets time pass; resolves at once when `signal` aborts. An argument wherever a test could care. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

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
