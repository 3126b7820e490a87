import path from "node:path";
import { createWakeup } from "../../src/kernel/wakeup.ts";
import type { Embedder } from "../../src/llm/embeddings.ts";
import { createSync } from "../../src/memory/knowledge/sync.ts";
import { indexMessagesWork } from "../../src/memory/search/index-messages.ts";
import { indexWork } from "../../src/memory/search/index-passages.ts";
import { openFolder } from "../../src/platform/folder.ts";
import type { Log } from "../../src/platform/log.ts";
import type { Upkeep } from "../../src/work/run-work.ts";
import type { Store } from "../../src/store/store.ts";
import { findUnindexed } from "../crash/checks/check-index.ts";

export interface KeptIndex {
  /** Call it after each commit. */
  onCommit(): void;
  /** Keeps the index true to files and rows, without pauses. */
  upkeep(deps: { store: Store; embedder: Embedder; log: Log }): Upkeep;
  /** Resolves once the index matches the files, and every passage has its vector. */
  settled(store: Store): Promise<void>;
}

/** Creates the agent's background indexing, which makes memory searchable; the files belong to its owner. */
export function createKeptIndex(home: string): KeptIndex {
  const root = path.join(home, "workspace");
  const changedWakeup = createWakeup();
  let news = Promise.withResolvers<void>();
  return {
    onCommit() {
      changedWakeup.notify();
      news.resolve();
      news = Promise.withResolvers();
    },
    upkeep({ store, embedder, log }) {
      const owner = { tenant: "home", person: "owner" };
      const clock = { now: Date.now };
      const folder = openFolder(root);
      const sync = createSync({ store, clock, log, folder, root, owner, timeZone: "UTC" });
      const { quietMs: _, ...kind } = indexWork({ store, clock, wakeup: changedWakeup, embedder });
      const { quietMs: _pause, ...messages } = indexMessagesWork({
        store,
        clock,
        wakeup: changedWakeup,
      });
      return {
        wakeup: changedWakeup,
        async run(run, signal) {
          await Promise.all([
            sync.run(({ quietMs: _quiet, ...files }) => run(files), signal),
            run(messages),
            run(kind),
          ]);
        },
      };
    },
    async settled(store) {
      for (;;) {
        const next = news.promise;
        if ((await findUnindexed(home, store)).length === 0) return;
        await next;
      }
    },
  };
}
