import { type Clock, isFault } from "@reeve/sdk";
import type { Embedder } from "../../llm/embeddings.ts";

/** The vector of a query; undefined where the embedder is out of order. */
export type EmbedQuery = (text: string, signal: AbortSignal) => Promise<Float32Array | undefined>;

/** Backoff in milliseconds after a failure, because a person waits for a query. */
const BACKOFF_MS = 30_000;

/** Creates an embedder of queries with a backoff after failures. */
export function createQueryEmbedder(
  embedder: Pick<Embedder, "embed">,
  clock: Pick<Clock, "now">,
): EmbedQuery {
  let failedAt: number | undefined;

  return async (text, signal) => {
    // A clock that was set back ends the backoff, too.
    const elapsed = failedAt === undefined ? BACKOFF_MS : clock.now() - failedAt;
    if (elapsed >= 0 && elapsed < BACKOFF_MS) return undefined;
    const vectors = embedder.embed([text], { signal, purpose: "query" });
    const [vector] = await vectors.catch((error: unknown) => {
      if (!isFault(error) || error.code === "aborted") throw error;
      // An invalid text says nothing about the next one, so only other failures count.
      failedAt = error.code === "invalid" ? undefined : clock.now();
      return [];
    });
    return vector;
  };
}
