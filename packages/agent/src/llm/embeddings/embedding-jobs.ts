import { Fault } from "@reeve/sdk";
import type { EmbeddingPurpose, EmbedOptions } from "../embeddings.ts";

/** Texts that wait for their vectors. */
export interface EmbeddingJobs {
  /** Resolves when all vectors are there; rejects with `aborted` at once when the signal aborts. */
  add(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
  /** A few texts that are next, queries before passages; undefined when nothing waits. */
  next(): EmbeddingChunk | undefined;
  /** Rejects everything that waits. */
  fail(fault: Fault): void;
}

/** Small enough that a query which comes meanwhile hardly waits. */
export interface EmbeddingChunk {
  readonly texts: readonly string[];
  /** Takes the vectors, one for each text. They are dropped when nobody waits for them any more. */
  settle(vectors: readonly Float32Array[]): void;
}

interface Job {
  readonly texts: readonly string[];
  readonly vectors: Float32Array[];
  readonly purpose: EmbeddingPurpose;
  end(result: readonly Float32Array[] | Fault): void;
}

const CHUNK_TEXTS = 8;
const CHUNK_CHARS = 2000;

export function createEmbeddingJobs(): EmbeddingJobs {
  const waiting = new Set<Job>();

  return {
    async add(texts, { signal, purpose }) {
      if (signal.aborted) throw aborted();
      if (texts.length === 0) return [];
      const { promise, resolve, reject } = Promise.withResolvers<readonly Float32Array[]>();
      const stop = () => job.end(aborted());
      const job: Job = {
        texts,
        purpose,
        vectors: [],
        end(result) {
          waiting.delete(job);
          signal.removeEventListener("abort", stop);
          if (result instanceof Fault) reject(result);
          else resolve(result);
        },
      };
      signal.addEventListener("abort", stop, { once: true });
      waiting.add(job);
      return promise;
    },

    next() {
      const jobs = [...waiting];
      const job = jobs.find(({ purpose }) => purpose === "query") ?? jobs[0];
      if (!job) return undefined;
      const { texts, vectors } = job;
      return {
        texts: takeChunk(texts.slice(vectors.length)),
        settle(more) {
          vectors.push(...more);
          if (vectors.length >= texts.length) job.end(vectors);
        },
      };
    },

    fail(fault) {
      for (const job of waiting) job.end(fault);
    },
  };
}

function takeChunk(texts: readonly string[]): readonly string[] {
  let chars = 0;
  const tooMany = texts.findIndex((text, at) => {
    chars += text.length;
    return at > 0 && (at >= CHUNK_TEXTS || chars > CHUNK_CHARS);
  });
  return tooMany === -1 ? texts : texts.slice(0, tooMany);
}

function aborted(): Fault {
  return new Fault("aborted", "Embedding was cancelled.");
}
