import { Fault } from "@reeve/sdk";
import type { PassageEngine } from "../sql/search/passages.ts";

/** Passages are kept, so that they can be indexed later; nothing finds them yet. */
export const withoutSearch: PassageEngine = {
  addWords: async () => {},
  removeWords: async () => {},
  vectors: () => ({
    spaces: async () => [],
    openSpace: refuseSearch,
    pending: async () => [],
    counts: refuseSearch,
    setVectors: refuseSearch,
    tidy: async () => false,
    isTidy: async () => true,
    remove: async () => {},
  }),
};

/** Says that nothing is searched here; stands for each search. */
export async function refuseSearch(): Promise<never> {
  throw new Fault("unavailable", "Memory search is not available on PostgreSQL yet.", {
    hint: "Use the built-in database, or set embedding.provider to none.",
  });
}
