import { once } from "node:events";
import type { Clock } from "../../kernel/clock.ts";
import type { Embedder } from "../../llm/embeddings.ts";
import { LOCAL_MODEL } from "../../llm/embeddings/model-folder.ts";
import {
  keyOf,
  readShippedVectors,
  type ShippedVectors,
} from "../../llm/embeddings/shipped-vectors.ts";
import { createQueryEmbedder } from "../../memory/search/embed-query.ts";
import type { Wait } from "../../kernel/wait.ts";
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
  return {
    ofQuery: createQueryEmbedder(embedder, clock),
    ofTexts: (texts, signal) => embedder.embed(texts, { signal, purpose: "passage" }),
    ...(embedder.id === LOCAL_ID && {
      async known() {
        const shipped = await readShipped();
        return (text) => shipped.get(keyOf(text));
      },
    }),
  };
}

const LOCAL_ID = `local/${LOCAL_MODEL.name}`;

export interface LearningToolsDeps {
  readonly toolbox: Pick<Toolbox, "learn" | "untilWanted">;
  /** Stores the vectors that had to be computed, so that the next start finds them. */
  readonly keep: () => Promise<void>;
  readonly log: Log;
  readonly pause: Wait;
}

const RETRY_MS = 600_000;

/**
 * Makes tools be found by meaning, in the background, once something is searched: an agent that nobody
 * writes to needs no index. Tools that come later are learned as they come. An embedder that is down is
 * asked again later.
 */
export async function embedTools(
  { toolbox, keep, log, pause }: LearningToolsDeps,
  signal: AbortSignal,
): Promise<void> {
  const aborted = abortOf(signal);
  await Promise.race([toolbox.untilWanted(), aborted]);
  while (!signal.aborted) {
    const error = await toolbox
      .learn(signal)
      .then(keep)
      .then(
        () => undefined,
        (reason: unknown) => ({ reason }),
      );
    if (signal.aborted) return;
    if (error) {
      log.warn("tool search uses keywords only", { error: error.reason });
      await pause(RETRY_MS, signal);
    } else await Promise.race([toolbox.untilWanted(), aborted]);
  }
}

async function abortOf(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
