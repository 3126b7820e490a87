import type { SessionId, TurnId } from "../kernel/ids.ts";
import type { MessageStore } from "../store/messages/messages.ts";
import type { MemoryHit, MemorySearch, Viewer } from "./search.ts";
import { isRelevant, distinctiveWords, dropWeakHits } from "./search/distinctive-words.ts";
import type { ViewerChat } from "./search/allowed-scopes.ts";

/** Query for automatic recall on a message. */
export interface RecallQuery {
  /** Text that people wrote. */
  readonly text: string;
  readonly viewer: Viewer & { readonly chat: ViewerChat };
  /** Session whose messages are already in the prompt. */
  readonly session: SessionId;
  /** Turns of other sessions that are also in the prompt. */
  readonly carried: readonly TurnId[];
  readonly signal: AbortSignal;
}

/** Finds memory relevant to a message, best first; empty if there is none. */
export type Recall = (query: RecallQuery) => Promise<readonly MemoryHit[]>;

export interface RecallDeps {
  readonly search: MemorySearch;
  readonly feed: Pick<MessageStore, "shown">;
}

const MAX_KNOWLEDGE = 5;
const MAX_FEED = 5;
const MAX_OTHERS = 5;
/** Number of hits to fetch, because some of them are already in the prompt. */
const LOOKED_AT = 10;

/** Creates a recall over everything the viewer may see: notes and files first, then messages. */
export function createRecall({ search, feed }: RecallDeps): Recall {
  return async ({ text, viewer, session, carried, signal }) => {
    const query = { text, viewer, limit: LOOKED_AT, signal };
    const kept = await search.find({ ...query, sources: ["knowledge", "session", "fact", "note"] });
    const said = await search.find({ ...query, sources: ["feed"], shown: session });
    const shown = await feed.shown(
      said.hits.map(({ ref }) => Number(ref)),
      { session, carried },
    );

    const words = distinctiveWords(text);
    const telling = dropWeakHits(kept.hits, words);
    const knowledge = telling.filter(({ source }) => source === "knowledge");
    const others = telling.filter((hit) => hit.source !== "knowledge" && isRelevant(hit, words));
    const unseen = said.hits.filter(({ ref }) => !shown.has(Number(ref)));
    return [
      ...knowledge.slice(0, MAX_KNOWLEDGE),
      ...others.slice(0, MAX_OTHERS),
      ...dropWeakHits(unseen, words).slice(0, MAX_FEED),
    ];
  };
}
