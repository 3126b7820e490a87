import type { Repositories, Store } from "../../src/store/store.ts";

/** Replaces parts of an object. */
export function extend<Part extends object>(part: Part, changes: Partial<Part>): Part {
  return { ...part, ...changes };
}

/** Wraps a store whose reads fail while its writes work. */
export function withReads(
  store: Store,
  change: (repositories: Repositories) => Partial<Repositories>,
): Store {
  return Object.create(store, {
    read: { value: extend(store.read, change(store.read)) },
    slow: { value: extend(store.slow, change(store.slow)) },
  });
}

/** Wraps a store whose writes fail. */
export function withCommits(
  store: Store,
  change: (repositories: Repositories) => Partial<Repositories>,
): Store {
  const commit: Store["commit"] = (point, work) =>
    store.commit(point, (tx) => work(extend(tx, change(tx))));
  return Object.create(store, { commit: { value: commit } });
}
