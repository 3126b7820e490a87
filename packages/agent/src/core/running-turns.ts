import type { PlaceId } from "../kernel/ids.ts";

/** The turns that this process runs, so that a stop reaches them at once. */
export interface RunningTurns {
  /** Registers a turn; its signal aborts on `abort` of the place. */
  begin(place: PlaceId): Disposable & { readonly signal: AbortSignal };
  abort(place: PlaceId): void;
  /** Ends everything because the process ends; from now on nothing may be settled. */
  close(): void;
  readonly isClosing: boolean;
  readonly size: number;
}

export function createRunningTurns(): RunningTurns {
  const running = new Map<PlaceId, AbortController>();
  let isClosing = false;
  return {
    begin(place) {
      const controller = new AbortController();
      running.set(place, controller);
      return {
        signal: controller.signal,
        [Symbol.dispose]: () => running.delete(place),
      };
    },
    abort: (place) => running.get(place)?.abort(),
    close() {
      isClosing = true;
      for (const controller of running.values()) controller.abort();
    },
    get isClosing() {
      return isClosing;
    },
    get size() {
      return running.size;
    },
  };
}
