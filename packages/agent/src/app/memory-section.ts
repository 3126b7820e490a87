import { Fault, type MemorySource } from "@reeve/sdk";
import { z } from "zod";
import { type Caller, type ControlSection, defineMethod } from "../core/control.ts";
import { type FileOwner, listIndexed } from "../memory/knowledge/sync-file.ts";
import type { MemorySearch, Viewer } from "../memory/search.ts";
import { countWaiting, toFound } from "../memory/search-service.ts";
import type { PassageSource } from "../store/passages.ts";
import type { Store } from "../store/store.ts";

export interface MemorySectionParts {
  readonly store: Store;
  readonly search: MemorySearch;
  readonly owner: FileOwner;
}

/** Looking into memory from outside of chats. */
export function memorySection({ store, search, owner }: MemorySectionParts): ControlSection {
  return {
    name: "memory",
    methods: {
      search: defineMethod({
        summary: "Search everything that is remembered, by words and by meaning.",
        params: z.object({
          query: z.string().trim().min(1).max(1000),
          source: z.enum(FOUND_SOURCES).optional(),
          limit: z.int().min(1).max(100).default(10),
        }),
        run: async ({ query: text, source, limit }, caller) => {
          const viewer = viewerOf(caller);
          const sources = source && [SOURCE_OF[source]];
          const signal = AbortSignal.timeout(SEARCH_MS);
          const answer = await search.find({ text, viewer, sources, limit: SPARE * limit, signal });
          const waiting = await countWaiting(answer, store.slow.passages);
          const hits = answer.hits
            .map((hit) => ({ ...toFound(hit), score: hit.score }))
            .filter((hit) => source === undefined || hit.source === source);
          return { hits: hits.slice(0, limit), waiting: waiting ?? null };
        },
      }),
      status: defineMethod({
        summary: "How much is remembered, and how much of it is found by meaning.",
        params: z.object({}),
        run: async (_params, caller) => {
          const { tenant } = viewerOf(caller);
          const { passages } = store.slow;
          const spaces = await passages.spaces();
          return {
            files: (await listIndexed(store, owner)).size,
            passages: await countBySource(store, tenant),
            models: await Promise.all(
              spaces.map(async ({ id, model, dims, state }) => {
                const { pending } = await passages.counts(id);
                return { model, dims, state, waiting: pending };
              }),
            ),
          };
        },
      }),
    },
  };
}

const SEARCH_MS = 30_000;
/** The owner's text and what the agent learnt stand in the same files. */
const SPARE = 4;

const FOUND_SOURCES = ["memory", "learned", "session", "fact", "note", "chat"] as const;

const SOURCE_OF = {
  memory: "knowledge",
  learned: "knowledge",
  session: "session",
  fact: "fact",
  note: "note",
  chat: "feed",
} as const satisfies Record<MemorySource, PassageSource>;

/** What is found reaches the caller alone, so it may be everything the owner may see. */
function viewerOf({ person }: Caller): Viewer {
  if (person.role !== "owner")
    throw new Fault("denied", `Memory may be looked into by the owner, and ${person.role} asked.`);
  return { tenant: person.tenant, person: person.id, role: person.role, place: "private" };
}

async function countBySource(store: Store, tenant: string): Promise<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { source, passages } of await store.slow.passages.scopes(tenant))
    counts.set(source, (counts.get(source) ?? 0) + passages);
  return Object.fromEntries(counts);
}
