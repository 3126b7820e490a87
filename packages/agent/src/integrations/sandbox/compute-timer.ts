import { Fault } from "@reeve/sdk";

/** Time that a program has computed, the time of its calls left out. */
export interface ComputeTimer {
  /** Rejects with `exhausted` when the time is used up. */
  readonly expired: Promise<never>;
  /** A call begins: its time does not count. Calls may overlap. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => void;
}

/** Starts a timer of this many milliseconds, with a monotonic clock. */
export function startComputeTimer(ms: number, now: () => number): ComputeTimer {
  const { promise, reject } = Promise.withResolvers<never>();
  // Nobody waits for it after the program's end.
  promise.catch(() => undefined);
  const expire = () =>
    reject(
      new Fault("exhausted", `The program computed for ${ms / 1000} seconds.`, {
        hint: "Check it for an endless loop, or process less at once.",
      }),
    );
  let leftMs = ms;
  let calls = 0;
  let since = now();
  let timer = setTimeout(expire, leftMs);
  return {
    expired: promise,
    pause() {
      calls += 1;
      if (calls > 1) return;
      clearTimeout(timer);
      leftMs -= now() - since;
    },
    resume() {
      calls -= 1;
      if (calls > 0) return;
      since = now();
      timer = setTimeout(expire, Math.max(0, leftMs));
    },
    stop() {
      // A call that ends later does not start it again.
      calls = Number.POSITIVE_INFINITY;
      clearTimeout(timer);
    },
  };
}
