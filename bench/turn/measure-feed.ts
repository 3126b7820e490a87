import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createWakeup } from "../../packages/agent/src/kernel/wakeup.ts";
import { createCachedEmbedder } from "../../packages/agent/src/llm/embeddings/cached.ts";
import { createLocalEmbedder } from "../../packages/agent/src/llm/embeddings/local.ts";
import { createRecall } from "../../packages/agent/src/memory/recall.ts";
import { catchUpWith } from "../../packages/agent/src/memory/search/index-messages.ts";
import { createMemorySearch } from "../../packages/agent/src/memory/search.ts";
import { runWork } from "../../packages/agent/src/work/run-work.ts";
import { OPEN_QUARANTINE } from "../../packages/agent/src/work/testing/open-quarantine.ts";
import { indexWork } from "../../packages/agent/src/memory/search/index-passages.ts";
import { openSqlite } from "../../packages/agent/src/store/sqlite/open.ts";
import { treeCpuMs } from "../process-stats.ts";
import { feedQuery } from "../search/corpus.mjs";
import { cpuMsSince, percentile, watchStalls } from "./cpu.ts";
import { fillFeed } from "./fill-feed.ts";
import { openBench } from "./open-bench.ts";
import { failingLog } from "./serve-bench.ts";

const WARM_UP = 100;
const TURNS = 400;
const CHATS = 10;

/**
 * Measures the same turns in chats of a home with `count` messages, with all of memory: each message is
 * used as a query in all chats, and new messages are indexed meanwhile. With a folder for filled homes, a
 * home is filled once and then copied. The mean includes the process that embeds, the percentiles do not.
 */
export async function measureFeed(
  count: number,
  { kept }: { readonly kept?: string | undefined } = {},
): Promise<Readonly<Record<string, number>>> {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-bench-"));
  const file = path.join(home, "reeve.db");
  try {
    const filled = kept === undefined ? undefined : path.join(kept, `feed-${count}.db`);
    if (filled !== undefined && existsSync(filled)) await copyFile(filled, file);
    else await fill(file, count);
    if (kept !== undefined && filled !== undefined && !existsSync(filled)) {
      await mkdir(kept, { recursive: true });
      await copyFile(file, filled);
    }
    return await measure(file, count);
  } finally {
    await rm(home, { recursive: true });
  }
}

/** Closed again, the database is one file. */
async function fill(file: string, count: number): Promise<void> {
  await using filling = await openSqlite(file, { synchronous: "normal" });
  await using embedder = createLocalEmbedder();
  await fillFeed(filling, count, embedder);
}

async function measure(file: string, count: number): Promise<Readonly<Record<string, number>>> {
  const changedWakeup = createWakeup();
  await using store = await openSqlite(file, {
    synchronous: "full",
    onCommit: (_point, when) => when === "after" && changedWakeup.notify(),
  });
  await using embedder = createCachedEmbedder(createLocalEmbedder(), {
    lookUp: (model, texts) => store.read.embeddingCache.find(model, texts),
  });
  const clock = { now: Date.now, timeZone: "UTC" };
  const { passages } = store.read;
  const search = createMemorySearch({
    passages,
    search: store.search,
    catchUp: catchUpWith(store),
    embedder,
    clock,
  });
  const stop = new AbortController();
  const kind = indexWork({
    store,
    clock,
    embedder,
    wakeup: changedWakeup,
    along: (tx) => tx.embeddingCache.write(embedder.takeChanges(), { now: clock.now() }),
  });
  const running = { clock, log: failingLog, random: Math.random, quarantine: OPEN_QUARANTINE };
  const indexing = runWork(kind, running, stop.signal);
  const recall = createRecall({ search, feed: store.read.messages });

  const costs: number[] = [];
  let allMs = 0;
  let stallMs = 0;
  {
    await using bench = openBench({ store, channel: "bench", recall });
    const ask = (at: number) =>
      bench.turn(String(at % CHATS), `Where did we speak of ${feedQuery(at, count).query}?`);
    for (let at = 0; at < WARM_UP; at++) await ask(at);

    const stalls = watchStalls();
    for (let at = 0; at < TURNS / 4; at++) await ask(WARM_UP + at);
    stallMs = stalls.end();

    const beforeAll = treeCpuMs();
    for (let at = 0; at < TURNS; at++) {
      const before = process.cpuUsage();
      await ask(2 * WARM_UP + at);
      costs.push(cpuMsSince(before));
    }
    allMs = treeCpuMs() - beforeAll;
  }
  stop.abort();
  await indexing;
  return {
    feed_cpu_ms_p50: percentile(costs, 0.5),
    feed_cpu_ms_p95: percentile(costs, 0.95),
    feed_cpu_ms_mean: allMs / TURNS,
    feed_stall_ms_max: stallMs,
  };
}
