/** Controller of a signal that also aborts with another one, until it is disposed of. */
export interface LinkedAbort extends Disposable {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
}

/** Links a new controller to `outer`, for less than `AbortSignal.any` takes, which also outlives its use. */
export function linkAbort(outer: AbortSignal): LinkedAbort {
  const controller = new AbortController();
  const follow = () => controller.abort(outer.reason);
  if (outer.aborted) follow();
  else outer.addEventListener("abort", follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    [Symbol.dispose]: () => outer.removeEventListener("abort", follow),
  };
}
