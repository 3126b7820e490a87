import { notifyAll, type Wakeup } from "../kernel/wakeup.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Principal } from "../kernel/principal.ts";
import type { CachedEmbedder, EmbeddingConfig } from "../llm/embeddings.ts";
import { createSync } from "../memory/knowledge/sync.ts";
import { createMemorySearch, type MemorySearch } from "../memory/search.ts";
import { catchUpWith, indexMessagesWork } from "../memory/search/index-messages.ts";
import { indexWork } from "../memory/search/index-passages.ts";
import type { Folder } from "../platform/folder.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "../store/store.ts";
import type { Upkeep } from "../work/run-work.ts";
import { createEmbedder } from "./models/create-embedder.ts";
import { createEmbeddingRecorder } from "./models/embedding-usage.ts";

export interface MemoryDeps {
  readonly store: Store;
  /** Rings after commits. */
  readonly wakeup: Wakeup;
  /** The workspace's folder, and where it lies. */
  readonly folder: Folder;
  readonly root: string;
  readonly owner: Principal;
  readonly config: EmbeddingConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly log: Log;
}

/** Memory, searched by keyword and meaning. Its upkeep syncs the index with files and rows. */
export interface Memory extends AsyncDisposable, Upkeep {
  readonly search: MemorySearch;
  /** The configured embedder; undefined if the config wants none. It ends with the memory. */
  readonly embedder: CachedEmbedder | undefined;
  /** Stores vectors that were computed for other purposes than the index. */
  keepEmbeddings(): Promise<void>;
}

/** Puts the search of memory together; nothing is loaded before it is used. */
export function openMemory(deps: MemoryDeps): Memory {
  const { store, wakeup, folder, root, owner, clock, timeZone, log } = deps;
  const { tenant } = owner;
  const bill = createEmbeddingRecorder({ tenant, clock, timeZone });
  const embedder = createEmbedder(deps.config, {
    env: deps.env,
    clock,
    lookUp: (model, texts) => store.read.embeddingCache.find(model, texts),
    onUsage(usage) {
      bill.add(usage);
      log.debug("text embedded", { ...usage });
    },
  });
  const search = createMemorySearch({
    passages: store.read.passages,
    search: store.search,
    catchUp: catchUpWith(store),
    embedder,
    clock: { now: () => clock.now(), timeZone },
  });
  const sync = createSync({
    store,
    clock,
    folder,
    root,
    timeZone,
    log,
    owner: { tenant, person: owner.id },
  });
  return {
    search,
    embedder,
    wakeup: notifyAll(wakeup, sync.wakeup),
    async keepEmbeddings() {
      const changes = embedder?.takeChanges();
      if (!changes || changes.added.length + changes.used.length === 0) return;
      await store.commit("index-passages", (tx) =>
        tx.embeddingCache.write(changes, { now: clock.now() }),
      );
    },
    async run(run, signal) {
      await Promise.all([
        sync.run(run, signal),
        run(indexMessagesWork({ store, clock, wakeup })),
        embedder &&
          run(
            indexWork({
              store,
              clock,
              embedder,
              wakeup,
              async along(tx) {
                await bill.write(tx);
                await tx.embeddingCache.write(embedder.takeChanges(), { now: clock.now() });
              },
              onStored: () => bill.settle(),
            }),
          ),
      ]);
      if (bill.isEmpty) return;
      await store.commit("index-passages", (tx) => bill.write(tx));
      bill.settle();
    },
    async [Symbol.asyncDispose]() {
      await embedder?.[Symbol.asyncDispose]();
    },
  };
}
