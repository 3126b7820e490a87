import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { indexTerms } from "../packages/agent/src/kernel/text/index-terms.ts";
import { createLocalEmbedder } from "../packages/agent/src/llm/embeddings/local.ts";
import { PROFILES } from "../packages/agent/src/memory/search/profiles.ts";
import type { SearchLimits } from "../packages/agent/src/store/search/search.ts";
import { openSqlite } from "../packages/agent/src/store/sqlite/open.ts";
import type { Store } from "../packages/agent/src/store/store.ts";
import { report } from "./report.ts";
import { createExactNearest } from "./search/exact-nearest.ts";
import { addMessages, type BenchMessage, CHATS, openChats, TENANT } from "./search/fill-store.ts";
import { DIMS, embed, feedMessage, feedQuery } from "./search/corpus.mjs";
import { yardstickMs } from "./yardstick.ts";

/**
 * Measures the cost and the quality of a search among N messages in 200 chats: candidates by vector similarity
 * and by keyword, with their neighbors and everything that ranking needs, as many as a search of the agent
 * selects at most. With `--texts FILE` the messages are the lines of a file, embedded by the local model.
 */
const QUERIES = 400;
const WARM_UP = 100;
const LIMITS: SearchLimits = PROFILES.default.limits;
const NEAREST: SearchLimits = { vectors: 10, words: 0, neighbours: 0 };
/** Maximum rounding error of half precision. */
const ROUNDING = 2e-4;

interface BenchQuery {
  readonly text: string;
  readonly vector: Float32Array;
  readonly chat: number;
}

const { values: options } = parseArgs({
  options: {
    n: { type: "string", default: "10000" },
    texts: { type: "string" },
    json: { type: "boolean" },
  },
});

const corpus = options.texts
  ? await realCorpus(options.texts, Number(options.n))
  : syntheticCorpus(Number(options.n));
const { queries } = corpus;
const exact = createExactNearest(queries);
const yardstick = yardstickMs();

const home = await mkdtemp(path.join(tmpdir(), "reeve-bench-"));
const file = path.join(home, "reeve.db");
try {
  const insertSeconds = await fill();
  await using store = await openSqlite(file, { synchronous: "full" });
  const all = (await store.read.passages.scopes(TENANT)).map(({ id }) => id);
  const first = queries[0];
  const before = performance.now();
  if (first) await find(store, first, { scopes: all, limits: NEAREST });
  const reopenMs = performance.now() - before;

  const costs: number[] = [];
  const filteredCosts: number[] = [];
  let found = 0;
  let filteredFound = 0;
  for (const [at, query] of queries.entries()) {
    const own = all.slice(query.chat, query.chat + 1);
    const whole = await find(store, query, { scopes: all, limits: LIMITS });
    const filtered = await find(store, query, { scopes: own, limits: LIMITS });
    if (at >= WARM_UP) {
      costs.push(whole.cpuMs);
      filteredCosts.push(filtered.cpuMs);
    }
    const tenth = exact.tenth(at);
    const nearest = await find(store, query, { scopes: all, limits: NEAREST });
    const nearestOwn = await find(store, query, { scopes: own, limits: NEAREST });
    found += share(nearest.similarities, tenth.all);
    filteredFound += share(nearestOwn.similarities, tenth.chat);
  }
  report("search", {
    n: corpus.count,
    cpu_ms_p50: percentile(costs, 0.5),
    cpu_ms_p95: percentile(costs, 0.95),
    recall_at_10: found / queries.length,
    filtered_cpu_ms_p50: percentile(filteredCosts, 0.5),
    filtered_cpu_ms_p95: percentile(filteredCosts, 0.95),
    filtered_recall_at_10: filteredFound / queries.length,
    insert_per_cpu_s: corpus.count / insertSeconds,
    bytes_per_message: (await stat(file)).size / corpus.count,
    reopen_ms: reopenMs,
    rss_mb: process.memoryUsage().rss / 1e6,
    rss_anonymous_mb: await anonymousMegabytes(),
    yardstick_ms: yardstick,
  });
} finally {
  await rm(home, { recursive: true });
}

async function fill(): Promise<number> {
  await using store = await openSqlite(file, { synchronous: "normal" });
  const space = await openChats(store, queries[0]?.vector.length ?? DIMS);
  return await addMessages(store, space, watched());
}

/** Yields the messages while collecting the exact answers. */
function* watched(): Iterable<BenchMessage> {
  for (const message of corpus.messages) {
    exact.look(message.vector, message.chat);
    yield message;
  }
}

interface Found {
  readonly cpuMs: number;
  readonly similarities: readonly number[];
}

async function find(
  store: Store,
  { text, vector }: BenchQuery,
  { scopes, limits }: { scopes: readonly number[]; limits: SearchLimits },
): Promise<Found> {
  const before = process.cpuUsage();
  const terms = [...new Set(indexTerms(text))];
  const { rows } = await store.search.find({ terms, vector, scopes, limits });
  const { user, system } = process.cpuUsage(before);
  return {
    cpuMs: (user + system) / 1000,
    similarities: rows.map(({ similarity }) => similarity ?? -1),
  };
}

/** Returns the share of the ten possible hits. */
function share(similarities: readonly number[], tenth: number): number {
  return similarities.filter((one) => one >= tenth - ROUNDING).length / 10;
}

function syntheticCorpus(count: number) {
  const asked: BenchQuery[] = Array.from({ length: QUERIES }, (_, at) => {
    const { query, target } = feedQuery(at, count);
    return { text: query, vector: toVector(query), chat: Number(target.chatId) % CHATS };
  });
  function* messages(): Iterable<BenchMessage> {
    for (let at = 0; at < count; at++) {
      const { text } = feedMessage(at);
      yield { chat: at % CHATS, text, vector: toVector(text) };
    }
  }
  return { count, queries: asked, messages: messages() };
}

function toVector(text: string): Float32Array {
  return Float32Array.from(embed(text));
}

/** Reads a corpus: every line except the last ones is a message; those are the queries. */
async function realCorpus(source: string, most: number) {
  const lines = (await readFile(source, "utf8")).split("\n").filter((line) => line.trim() !== "");
  const texts = lines.slice(0, most + QUERIES);
  await using embedder = createLocalEmbedder();
  const signal = AbortSignal.timeout(3_600_000);
  const vectors: Float32Array[] = [];
  for (let done = 0; done < texts.length; done += 64)
    vectors.push(
      ...(await embedder.embed(texts.slice(done, done + 64), { signal, purpose: "passage" })),
    );
  const all = texts.map((text, at) => ({
    chat: at % CHATS,
    text,
    vector: vectors[at] ?? new Float32Array(embedder.dims),
  }));
  return {
    count: all.length - QUERIES,
    queries: all.slice(-QUERIES),
    messages: all.slice(0, -QUERIES),
  };
}

function percentile(costs: readonly number[], part: number): number {
  const sorted = costs.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

/** Returns anonymous memory, which no file backs, in megabytes; zero where the system does not report it. */
async function anonymousMegabytes(): Promise<number> {
  const status = await readFile("/proc/self/status", "utf8").catch(() => "");
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000;
}
