import type { PassageSearch, SearchAudit, SearchQuery } from "../../search/search.ts";
import { createAskedThread } from "../rpc-thread.ts";
import { type PackedCandidates, unpackCandidates } from "./codes/pack-candidates.ts";

export type SearchQuestion =
  | { readonly type: "find"; readonly query: SearchQuery }
  | { readonly type: "audit"; readonly sample: number };

/** Each question is answered with its own kind. */
export type SearchAnswer =
  | { readonly type: "find"; readonly found: PackedCandidates }
  | { readonly type: "audit"; readonly audit: SearchAudit };

export type OpenedSearch = PassageSearch & AsyncDisposable;

/**
 * Searches in a thread with a connection of its own. It starts with the first search, reads the
 * codes before it answers, and does not keep the process alive.
 */
export function openSearch(file: string): OpenedSearch {
  const thread = createAskedThread<SearchQuestion, SearchAnswer>(threadUrl(), file);

  return {
    async find(query) {
      const answer = await thread.ask({ type: "find", query });
      if (answer.type !== "find") throw new Error(`a search was answered with ${answer.type}`);
      return unpackCandidates(answer.found);
    },
    async audit(sample) {
      const answer = await thread.ask({ type: "audit", sample });
      if (answer.type !== "audit") throw new Error(`an audit was answered with ${answer.type}`);
      return answer.audit;
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  };
}

/** Beside this file, as TypeScript in development and as JavaScript in a package. */
function threadUrl(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./search-thread.${extension}`, import.meta.url);
}
