import type { Repositories, Store } from "../../src/store/store.ts";
import { withRepositories } from "../../src/store/testing/with-repositories.ts";

/** Replaces functions of a repository. */
export function extend<Part extends object>(part: Part, changes: Partial<Part>): Part {
  return { ...part, ...changes };
}

/** Wraps a store whose reads fail while its writes work. */
export function withReads(
  store: Store,
  change: (repositories: Repositories) => Partial<Repositories>,
): Store {
  return Object.create(store, {
    read: { value: withRepositories(store.read, change(store.read)) },
    slow: { value: withRepositories(store.slow, change(store.slow)) },
  });
}

/** Wraps a store whose writes fail. */
export function withCommits(
  store: Store,
  change: (repositories: Repositories) => Partial<Repositories>,
): Store {
  const commit: Store["commit"] = (point, work) =>
    store.commit(point, (tx) => work(withRepositories(tx, change(tx))));
  return Object.create(store, { commit: { value: commit } });
}
