import type { Repositories } from "../store.ts";

/** Returns repositories some of which are replaced. They are getters, which spreading would not copy. */
export function withRepositories(all: Repositories, replaced: Partial<Repositories>): Repositories {
  return Object.create(all, Object.getOwnPropertyDescriptors(replaced));
}
