/** Keeps what was set or asked for last, up to a number of entries. */
export interface Recent<Value> {
  readonly size: number;
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /** Everything, oldest first; afterwards it is empty. */
  takeAll(): readonly Value[];
  drop(isGone: (value: Value) => boolean): void;
}

export function createRecent<Value>(limit: number): Recent<Value> {
  const entries = new Map<string, Value>();

  const set = (key: string, value: Value) => {
    entries.delete(key);
    entries.set(key, value);
    if (entries.size <= limit) return;
    const [oldest] = entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
  };

  return {
    get size() {
      return entries.size;
    },
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    takeAll() {
      const values = [...entries.values()];
      entries.clear();
      return values;
    },
    drop(isGone) {
      for (const [key, value] of entries) if (isGone(value)) entries.delete(key);
    },
  };
}
