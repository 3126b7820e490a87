import type { Clock } from "../../kernel/clock.ts";
import type { Embedder } from "../../llm/embeddings.ts";
import { LOCAL_MODEL } from "../../llm/embeddings/model-folder.ts";
import {
  keyOf,
  readShippedVectors,
  type ShippedVectors,
} from "../../llm/embeddings/shipped-vectors.ts";
import { createQueryEmbedder } from "../../memory/search/embed-query.ts";
import type { Wait } from "../../llm/wait.ts";
import type { Log } from "../../platform/log.ts";
import type { ToolMeaning } from "../../tools/offer-search.ts";
import type { Toolbox } from "../../tools/toolbox.ts";

/**
 * Finds tools by the vectors of an embedder; undefined without one. `readShipped` reads the vectors that
 * come with Reeve for its own model.
 */
export function toolMeaning(
  embedder: Embedder | undefined,
  clock: Clock,
  readShipped: () => Promise<ShippedVectors> = readShippedVectors,
): ToolMeaning | undefined {
  if (!embedder) return undefined;
  const shipped = once(embedder.id === LOCAL_ID ? readShipped : async () => NONE);
  return {
    ofQuery: createQueryEmbedder(embedder, clock),
    async ofTexts(texts, signal) {
      const known = await shipped();
      const others = texts.filter((text) => !known.has(keyOf(text)));
      const vectors =
        others.length > 0 ? await embedder.embed(others, { signal, purpose: "passage" }) : [];
      const embedded = new Map(others.map((text, at) => [text, vectors[at]]));
      return texts.flatMap((text) => known.get(keyOf(text)) ?? embedded.get(text) ?? []);
    },
  };
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined;
  return () => (reading ??= read());
}

const LOCAL_ID = `local/${LOCAL_MODEL.name}`;

const NONE: ShippedVectors = new Map();

export interface LearningToolsDeps {
  readonly toolbox: Pick<Toolbox, "learn">;
  /** Stores the vectors that had to be computed, so that the next start finds them. */
  readonly keep: () => Promise<void>;
  readonly log: Log;
  readonly pause: Wait;
}

/** A start, and what people say right after it, come first. */
const BEFORE_MS = 5_000;

const RETRY_MS = 600_000;

/** Makes tools be found by meaning, in the background; an embedder that is down is asked again later. */
export async function embedTools(
  { toolbox, keep, log, pause }: LearningToolsDeps,
  signal: AbortSignal,
): Promise<void> {
  await pause(BEFORE_MS, signal);
  while (!signal.aborted) {
    const error = await toolbox
      .learn(signal)
      .then(keep)
      .then(
        () => undefined,
        (reason: unknown) => ({ reason }),
      );
    if (!error || signal.aborted) return;
    log.warn("tool search uses words only", { error: error.reason });
    await pause(RETRY_MS, signal);
  }
}
