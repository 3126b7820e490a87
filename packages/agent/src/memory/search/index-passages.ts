import type { Wakeup } from "../../kernel/wakeup.ts";
import type { Embedder } from "../../llm/embeddings.ts";
import type { Kernel } from "../../store/kernel.ts";
import type { PassageVector, PendingPassage, VectorSpace } from "../../store/search/passages.ts";
import type { Repositories } from "../../store/store.ts";
import { Outage, toFailure } from "../../work/decide.ts";
import type { WorkItem, WorkKind } from "../../work/run-work.ts";
import { withRetries } from "../../work/with-retries.ts";

export interface IndexDeps extends Pick<Kernel, "store" | "clock"> {
  readonly embedder: Embedder;
  /** Rings after commits: there may be new passages. */
  readonly wakeup: Wakeup;
  /** Extra writes for each commit of vectors; repeated if a commit failed. */
  readonly along?: ((tx: Repositories) => Promise<void>) | undefined;
  /** Called when a commit of vectors, with its extra writes, is durable. */
  readonly onStored?: (() => void) | undefined;
}

/** Passages that are embedded and stored at once. */
const BATCH = 64;
/** Lets a turn's passages gather, and the turn go first. */
const QUIET_MS = 500;

/** A piece of indexing, done once. */
interface IndexItem extends WorkItem {
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Embeds passages, starting with those that an earlier process left without vectors. Words find them
 * meanwhile. Vectors of a new model are created beside the old ones and replace them when complete.
 */
export function indexWork(deps: IndexDeps): WorkKind<IndexItem> {
  return withRetries(
    {
      name: "index",
      wakeup: deps.wakeup,
      quietMs: QUIET_MS,
      async list() {
        const run = await nextPiece(deps);
        return run ? [{ id: "passages", run }] : [];
      },
      recurs: () => true,
      run: (piece, signal) => piece.run(signal),
    },
    deps,
  );
}

/** Returns what to do next: embed a batch, or a piece of upkeep where nothing waits. */
async function nextPiece(deps: IndexDeps): Promise<IndexItem["run"] | undefined> {
  const { store, embedder } = deps;
  const space = await openSpace(deps);
  const pending = await store.read.passages.pending(space.id, BATCH);
  // With none left a space that is being built takes the other's place.
  if (pending.length > 0 || space.state === "building")
    return async (signal) => {
      const vectors = await embedAll(pending, embedder, signal);
      await store.commit("index-passages", async (tx) => {
        await tx.passages.setVectors(space.id, vectors);
        await deps.along?.(tx);
      });
      deps.onStored?.();
    };
  if (await store.read.passages.isTidy()) return undefined;
  return async () => {
    await store.commit("index-passages", (tx) => tx.passages.tidy());
  };
}

async function openSpace({ store, embedder: { id, dims } }: IndexDeps): Promise<VectorSpace> {
  const spaces = await store.read.passages.spaces();
  const own = spaces.find((space) => space.model === id && space.dims === dims);
  // The store decides what happens to the other spaces.
  if (own && (spaces.length === 1 || own.state === "building")) return own;
  return store.commit("index-passages", (tx) => tx.passages.openSpace(id, dims));
}

/** Embeds passages. Splits a batch that the model cannot embed, so that one text does not block the others. */
async function embedAll(
  pending: readonly PendingPassage[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<readonly PassageVector[]> {
  if (pending.length === 0) return [];
  const options = { signal, purpose: "passage" } as const;
  const texts = pending.map(({ text }) => text);
  const vectors = await embedder.embed(texts, options).catch(unlessOutage);
  if (vectors) return pending.map(({ id }, index) => ({ id, vector: vectors[index] }));
  if (pending.length === 1) {
    // A model that cannot embed this harmless text embeds nothing; it is retried later.
    if (!(await embedder.embed([HARMLESS], options).catch(unlessOutage)))
      throw new Outage(`${embedder.id} rejects all text`);
    return pending.map(({ id }) => ({ id, vector: undefined }));
  }
  const half = Math.ceil(pending.length / 2);
  const first = await embedAll(pending.slice(0, half), embedder, signal);
  return [...first, ...(await embedAll(pending.slice(half), embedder, signal))];
}

/** Undefined for an error that the text may have caused. */
function unlessOutage(error: unknown): undefined {
  if (toFailure(error).type === "outage") throw error;
  return undefined;
}

const HARMLESS = "hello";
