import type { Clock } from "@reeve/sdk";
import type { ChatId, SessionId } from "../kernel/ids.ts";
import type { Embedder } from "../llm/embeddings.ts";
import type { Passage, PassageSource, PassageStore, Scope } from "../store/search/passages.ts";
import type {
  Candidates,
  PassageSearch,
  SearchLimits,
  SearchQuery,
} from "../store/search/search.ts";
import { allowedScopes, type Viewer } from "./search/allowed-scopes.ts";
import { dropDuplicates } from "./search/drop-duplicates.ts";
import { findTimes, type TimeSpan } from "./search/find-times.ts";
import { createQueryEmbedder, type EmbedQuery } from "./search/embed-query.ts";
import { mergeCandidates } from "./search/merge-candidates.ts";
import { PROFILES, type RankProfile } from "./search/profiles.ts";
import { MAX_QUERY_CHARS, queryTerms } from "./search/query-terms.ts";
import { rank } from "./search/rank.ts";
import { createScopeReader } from "./search/scope-reader.ts";

export type { Viewer } from "./search/allowed-scopes.ts";

export interface MemoryQuery {
  /** Any text, also a whole message. Dates and names in it are preferences. */
  readonly text: string;
  readonly viewer: Viewer;
  /** Default: all. */
  readonly sources?: readonly PassageSource[] | undefined;
  /** One chat alone. */
  readonly within?: ChatId | undefined;
  /** Unix milliseconds, inclusive. */
  readonly since?: number | undefined;
  /** Exclusive. */
  readonly until?: number | undefined;
  /** Name as it appears in the hits. */
  readonly author?: string | undefined;
  /** Session that the prompt shows: its newest messages need not be found. */
  readonly shown?: SessionId | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface MemoryHit {
  /** Id of the passage, never reused for another text. */
  readonly id: number;
  readonly source: PassageSource;
  /** Names the row that it was taken from, within its source, audience and chat. */
  readonly ref: string;
  readonly chat: ChatId | null;
  readonly audience: string;
  readonly author: string | null;
  readonly at: number;
  readonly integrity: Passage["integrity"];
  /** Sources that shaped it, if its author is not the only one. */
  readonly sources?: Passage["sources"];
  readonly text: string;
  /** Comparable within one answer only. */
  readonly score: number;
  /** The cosine of the text with the query; undefined where one of them has no vector. */
  readonly similarity: number | undefined;
}

export interface MemoryAnswer {
  /** Best first, without copies. */
  readonly hits: readonly MemoryHit[];
  /** Passages up to this id are found by meaning, newer ones by keyword only. */
  readonly completeTo: number;
  /** Search mode: words alone if there is no embedder or it could not answer. */
  readonly mode: "hybrid" | "words";
}

/** Search over everything in memory that a viewer may see. */
export interface MemorySearch {
  find(query: MemoryQuery): Promise<MemoryAnswer>;
}

export interface MemorySearchDeps {
  /**
   * Makes messages searchable that are not yet, unless they are all of one session; absent if passages are
   * stored by other means.
   */
  readonly catchUp?: ((session?: SessionId) => Promise<void>) | undefined;
  readonly passages: Pick<PassageStore, "scopes" | "spaces" | "byIds">;
  readonly search: Pick<PassageSearch, "find">;
  /** Without one, or before its vectors are there, words have to do. */
  readonly embedder?: Pick<Embedder, "id" | "embed"> | undefined;
  /** Its time zone decides what "yesterday" means. */
  readonly clock: Clock;
  /** Default: `PROFILES.default`. */
  readonly profile?: RankProfile | undefined;
}

/** Copies are dropped after ranking, so that some more are fetched. */
const SPARE = 2;

/** Builds the way to what is remembered. Every question names its viewer, there is no other. */
export function createMemorySearch(deps: MemorySearchDeps): MemorySearch {
  const profile = deps.profile ?? PROFILES.default;
  const embedQuery = deps.embedder && createQueryEmbedder(deps.embedder, deps.clock);
  const readScopes = createScopeReader(deps.passages);
  return {
    async find(query) {
      if (query.sources?.includes("feed") ?? true) await deps.catchUp?.(query.shown);
      const scopes = allowedIds(await readScopes(query.viewer.tenant), query);
      if (scopes.length === 0) return { hits: [], completeTo: 0, mode: "words" };

      const view = { now: deps.clock.now(), timeZone: deps.clock.timeZone };
      const times = findTimes(query.text.slice(0, MAX_QUERY_CHARS), view);
      const terms = queryTerms(query.text);
      const meaning = await embed(query, { ...deps, embedQuery });
      const { since, until, author } = query;
      const authors = author === undefined ? undefined : [author];
      const candidates = await findCandidates(deps.search, times, {
        terms,
        ...meaning,
        scopes,
        since,
        until,
        authors,
        limits: limitsFor(query, profile),
      });

      const isFiltered = [since, until, author].some((filter) => filter !== undefined);
      const ranked = rank(candidates, { terms, times, now: view.now, profile })
        .filter(({ isCandidate }) => isCandidate || !isFiltered)
        .slice(0, SPARE * query.limit);
      const passages = await deps.passages.byIds(ranked.map(({ id }) => id));
      const byId = new Map(passages.map((passage) => [passage.id, passage]));
      const hits = ranked.flatMap(({ id, score, similarity }) => {
        const passage = byId.get(id);
        return passage ? [{ ...toHit(passage), score, similarity }] : [];
      });
      return {
        hits: dropDuplicates(hits, query.limit),
        completeTo: candidates.completeTo,
        mode: meaning ? "hybrid" : "words",
      };
    },
  };
}

/** Few hits are chosen among fewer candidates; each costs as much as its rows. */
function limitsFor({ limit }: MemoryQuery, { limits }: RankProfile): SearchLimits {
  const most = Math.max(MIN_CANDIDATES, SPARE * limit);
  return {
    ...limits,
    vectors: Math.min(limits.vectors, most),
    words: Math.min(limits.words, most),
  };
}

const MIN_CANDIDATES = 20;

function allowedIds(
  scopes: readonly Scope[],
  { viewer, sources, within }: MemoryQuery,
): readonly number[] {
  return allowedScopes(scopes, viewer)
    .filter(({ source }) => sources?.includes(source) ?? true)
    .filter(({ chat }) => within === undefined || chat === within)
    .map(({ id }) => id);
}

/**
 * Returns the query's vector if the active space is the embedder's. If the embedder fails, the search uses
 * words alone and says so.
 */
async function embed(
  { text, signal }: MemoryQuery,
  {
    embedder,
    embedQuery,
    passages,
  }: MemorySearchDeps & { readonly embedQuery: EmbedQuery | undefined },
): Promise<Required<Pick<SearchQuery, "vector" | "space">> | undefined> {
  if (!embedder || !embedQuery || text.trim() === "") return undefined;
  const spaces = await passages.spaces();
  const space = spaces.find(({ model, state }) => state === "active" && model === embedder.id);
  const vector = space && (await embedQuery(text, signal));
  return vector && { vector, space: space.id };
}

/** Finds candidates; if a query names a time, also searches that time separately. */
async function findCandidates(
  search: MemorySearchDeps["search"],
  times: readonly TimeSpan[],
  query: SearchQuery,
): Promise<Candidates> {
  if (times.length === 0) return search.find(query);
  const since = Math.max(query.since ?? 0, Math.min(...times.map(({ from }) => from)));
  const last = Math.max(...times.map(({ until }) => until));
  const until = Math.min(query.until ?? last, last);
  const [all, then] = await Promise.all([
    search.find(query),
    search.find({ ...query, since, until }),
  ]);
  return mergeCandidates(all, then);
}

function toHit({ scope, ...passage }: Passage): Omit<MemoryHit, "score" | "similarity"> {
  const { id, ref, author, at, integrity, sources, text } = passage;
  const { source, chat, audience } = scope;
  return {
    id,
    source,
    ref,
    chat,
    audience,
    author,
    at,
    integrity,
    ...(sources && { sources }),
    text,
  };
}
