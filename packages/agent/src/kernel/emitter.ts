/** Notifies all subscribers that something changed. Carries no payload. */
export interface Emitter {
  /** Calls every listener, in the order in which they came; who leaves meanwhile is not called. */
  emit(): void;
  /** Until it is disposed of. */
  subscribe(listener: () => void): Disposable;
}

export function createEmitter(): Emitter {
  const listeners = new Set<() => void>();
  return {
    emit() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      const own = () => listener();
      listeners.add(own);
      return { [Symbol.dispose]: () => void listeners.delete(own) };
    },
  };
}
