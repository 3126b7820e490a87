import type { Repositories } from "../store.ts";

/**
 * Returns repositories some of which are replaced. All others are those of the original, which reads them
 * through getters of its prototype: spreading would not copy them.
 */
export function withRepositories(all: Repositories, replaced: Partial<Repositories>): Repositories {
  return new Proxy(all, {
    get: (original, name): unknown =>
      Reflect.get(Object.hasOwn(replaced, name) ? replaced : original, name),
  });
}
