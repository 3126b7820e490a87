/** Timeouts of a response. */
export interface Timeouts {
  /** Maximum time until the first piece of text, reasoning or a call. */
  readonly firstTokenMs: number;
  /** Maximum time between two pieces. */
  readonly idleMs: number;
  /** Maximum time of the whole response. Default: ten minutes. */
  readonly totalMs?: number;
}

const TOTAL_MS = 600_000;

/** Default timeouts of a model. */
export const DEFAULT_TIMEOUTS: Timeouts = { firstTokenMs: 120_000, idleMs: 90_000 };

export interface Deadline extends Disposable {
  /** Aborts when the caller aborts, when the time is up, and when the deadline is disposed of. */
  readonly signal: AbortSignal;
  /** Restarts the timer after a piece arrived: from now on the idle timeout applies. */
  extend(): void;
  /** Returns which timeout expired, as text; undefined while there is time. */
  missed(): string | undefined;
}

/** Starts the timeout for the first piece of a response. */
export function openDeadline(
  caller: AbortSignal,
  { firstTokenMs, idleMs, totalMs = TOTAL_MS }: Timeouts,
): Deadline {
  const controller = new AbortController();
  let missed: string | undefined;
  const arm = (ms: number, wanted: string) =>
    setTimeout(() => {
      missed = `no ${wanted} within ${ms} ms`;
      controller.abort();
    }, ms).unref();
  let timer = arm(firstTokenMs, "first token");
  const whole = arm(totalMs, "complete answer");

  return {
    signal: AbortSignal.any([caller, controller.signal]),
    extend() {
      clearTimeout(timer);
      timer = arm(idleMs, "further token");
    },
    missed: () => missed,
    [Symbol.dispose]() {
      clearTimeout(timer);
      clearTimeout(whole);
      controller.abort();
    },
  };
}
