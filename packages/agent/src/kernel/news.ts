/** Tells all who listen that something has happened; what it is they look up themselves. */
export interface News {
  /** Calls every listener, in the order in which they came; who leaves meanwhile is not called. */
  tell(): void;
  /** Until it is disposed of. */
  listen(listener: () => void): Disposable;
}

export function createNews(): News {
  const listeners = new Set<() => void>();
  return {
    tell() {
      for (const listener of listeners) listener();
    },
    listen(listener) {
      const own = () => listener();
      listeners.add(own);
      return { [Symbol.dispose]: () => void listeners.delete(own) };
    },
  };
}
