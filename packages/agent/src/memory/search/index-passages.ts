import { isFault } from "@reeve/sdk";
import type { Wakeup } from "../../kernel/wakeup.ts";
import type { Embedder } from "../../llm/embeddings.ts";
import type { Wait } from "../../llm/wait.ts";
import type { Log } from "../../platform/log.ts";
import type { PassageVector, PendingPassage, VectorSpace } from "../../store/search/passages.ts";
import type { Repositories, Store } from "../../store/store.ts";

export interface IndexDeps {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly log: Log;
  /** Rings after commits: there may be new passages. */
  readonly wakeup: Wakeup;
  readonly pause: Wait;
  /** Extra writes for each commit of vectors; repeated if a commit failed. */
  readonly along?: ((tx: Repositories) => Promise<void>) | undefined;
  /** Called when a commit of vectors, with its extra writes, is durable. */
  readonly onStored?: (() => void) | undefined;
}

/** Passages that are embedded and stored at once. */
const BATCH = 64;
/** Lets a turn's passages gather, and the turn go first. */
const QUIET_MS = 500;
const RETRY_MS = { first: 2_000, last: 5 * 60_000 };

/**
 * Embeds passages until `signal` aborts, starting with those that an earlier process left without vectors.
 * Words find them meanwhile. Vectors of a new model are created beside the old ones and replace them when
 * complete. Runs in the background.
 */
export async function runIndexing(deps: IndexDeps, signal: AbortSignal): Promise<void> {
  const { wakeup, log, pause } = deps;
  const onAbort = () => wakeup.notify();
  signal.addEventListener("abort", onAbort);
  let retryMs = RETRY_MS.first;
  while (!signal.aborted) {
    const outcome = await workOnce(deps, signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn("failed to embed passages", { error, retryMs });
      return "failed" as const;
    });
    if (signal.aborted) break;
    if (outcome === "failed") {
      await pause(retryMs, signal);
      retryMs = Math.min(retryMs * 2, RETRY_MS.last);
      continue;
    }
    retryMs = RETRY_MS.first;
    if (outcome === "more") continue;
    await wakeup.wait();
    if (!signal.aborted) await pause(QUIET_MS, signal);
  }
  signal.removeEventListener("abort", onAbort);
}

/** Embeds a batch, or does a piece of upkeep where nothing waits. */
async function workOnce(deps: IndexDeps, signal: AbortSignal): Promise<"more" | "none"> {
  const { store, embedder } = deps;
  const space = await openSpace(deps);
  const pending = await store.read.passages.pending(space.id, BATCH);
  // With none left a space that is being built takes the other's chat.
  if (pending.length > 0 || space.state === "building") {
    const vectors = await embedAll(pending, embedder, signal);
    await store.commit("index-passages", async (tx) => {
      await tx.passages.setVectors(space.id, vectors);
      await deps.along?.(tx);
    });
    deps.onStored?.();
    return "more";
  }
  if (await store.read.passages.isTidy()) return "none";
  await store.commit("index-passages", (tx) => tx.passages.tidy());
  return "more";
}

async function openSpace({ store, embedder: { id, dims } }: IndexDeps): Promise<VectorSpace> {
  const spaces = await store.read.passages.spaces();
  const own = spaces.find((space) => space.model === id && space.dims === dims);
  // The store decides what happens to the other spaces.
  if (own && (spaces.length === 1 || own.state === "building")) return own;
  return store.commit("index-passages", (tx) => tx.passages.openSpace(id, dims));
}

/** Embeds passages. Splits a batch that the model rejects, so that one text does not block the others. */
async function embedAll(
  pending: readonly PendingPassage[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<readonly PassageVector[]> {
  if (pending.length === 0) return [];
  const options = { signal, purpose: "passage" } as const;
  const texts = pending.map(({ text }) => text);
  const vectors = await embedder.embed(texts, options).catch((error: unknown) => {
    if (isFault(error) && error.code === "invalid") return undefined;
    throw error;
  });
  if (vectors) return pending.map(({ id }, index) => ({ id, vector: vectors[index] }));
  if (pending.length === 1) {
    // A model that rejects this harmless text rejects everything; it is retried later.
    await embedder.embed([HARMLESS], options);
    return pending.map(({ id }) => ({ id, vector: undefined }));
  }
  const half = Math.ceil(pending.length / 2);
  const first = await embedAll(pending.slice(0, half), embedder, signal);
  return [...first, ...(await embedAll(pending.slice(half), embedder, signal))];
}

const HARMLESS = "hello";
