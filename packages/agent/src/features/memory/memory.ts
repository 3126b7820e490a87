import type { Kernel } from "../../store/kernel.ts";
import { memory } from "@reeve/operations/memory/memory";
import { Fault, type MemorySource } from "@reeve/sdk";
import { type FileOwner, listIndexed, listUnconfirmed } from "../../memory/knowledge.ts";
import type { MemorySearch } from "../../memory/search.ts";
import { countWaiting, toFound } from "../../memory/search-service.ts";
import { confirmEntryOf } from "../../memory/unconfirmed.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";
import type { Folder } from "../../platform/folder.ts";
import type { PassageSource } from "../../store/search/passages.ts";
import type { Store } from "../../store/store.ts";

export interface MemoryDeps extends Kernel {
  /** The workspace, with the memory files. */
  readonly folder: Folder;
  readonly search: Pick<MemorySearch, "find">;
  readonly owner: FileOwner;
}

export function createMemory(deps: MemoryDeps): Implementation {
  const { store, newId, folder, search, owner } = deps;
  return implement(
    memory,
    {
      async status(_input, { person: { tenant } }) {
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
      async search({ query: text, source, limit }, { person }) {
        const answer = await search.find({
          text,
          // The result is only for the caller, so it may hold everything they can see.
          viewer: { tenant: person.tenant, person: person.id, role: person.role, chat: "private" },
          sources: source && [SOURCE_OF[source]],
          limit: SPARE * limit,
          signal: AbortSignal.timeout(MAX_SEARCH_MS),
        });
        const waiting = await countWaiting(answer, store.slow.passages);
        const hits = answer.hits
          .map((hit) => ({ ...toFound(hit), score: hit.score }))
          .filter((hit) => source === undefined || hit.source === source);
        return { hits: hits.slice(0, limit), waiting: waiting ?? null };
      },
      async unconfirmed(page) {
        return cutPage(await listUnconfirmed(folder), page, ({ id }) => id);
      },
      async confirm({ id }, { person: { tenant, id: person } }) {
        const entry = await confirmEntryOf(id, { tenant, person }, deps);
        if (!entry)
          throw new Fault("missing", `Unconfirmed entry not found: ${id}`, {
            hint: "List unconfirmed entries: reeve memory unconfirmed",
          });
        return entry;
      },
    },
    newId,
  );
}

const MAX_SEARCH_MS = 30_000;
/** The owner's text and what the agent learned stand in the same files: search for more, then filter. */
const SPARE = 4;

const SOURCE_OF = {
  memory: "knowledge",
  learned: "knowledge",
  session: "session",
  fact: "fact",
  note: "note",
  chat: "feed",
} as const satisfies Record<MemorySource, PassageSource>;

async function countBySource(store: Store, tenant: string): Promise<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { source, passages } of await store.slow.passages.scopes(tenant))
    counts.set(source, (counts.get(source) ?? 0) + passages);
  return Object.fromEntries(counts);
}
