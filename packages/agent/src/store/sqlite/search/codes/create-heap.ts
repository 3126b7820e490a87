/** Returns ids in order, without sorting the ones that are never requested. */
export interface Heap {
  /** The next ones, at most `count`. */
  take(count: number): readonly number[];
}

/** Takes over `ids` and reorders them. `isBefore` compares two of them. */
export function createHeap(ids: number[], isBefore: (one: number, other: number) => boolean): Heap {
  let size = ids.length;

  const sink = (from: number) => {
    const id = ids[from] ?? 0;
    let at = from;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      const right = child + 1;
      if (right < size && isBefore(ids[right] ?? 0, ids[child] ?? 0)) child = right;
      if (!isBefore(ids[child] ?? 0, id)) break;
      ids[at] = ids[child] ?? 0;
      at = child;
    }
    ids[at] = id;
  };

  for (let at = (size >> 1) - 1; at >= 0; at--) sink(at);

  return {
    take(count) {
      const taken: number[] = [];
      while (taken.length < count && size > 0) {
        taken.push(ids[0] ?? 0);
        size -= 1;
        ids[0] = ids[size] ?? 0;
        sink(0);
      }
      return taken;
    },
  };
}
