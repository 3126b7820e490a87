import type { Clock } from "../../kernel/clock.ts";
import type { Embedder } from "../../llm/embeddings.ts";
import { createQueryEmbedder } from "../../memory/search/embed-query.ts";
import type { Wait } from "../../kernel/wait.ts";
import type { Log } from "../../platform/log.ts";
import type { ToolMeaning } from "../../tools/offer-search.ts";
import type { Toolbox } from "../../tools/toolbox.ts";

/** Finds tools by the vectors of an embedder; undefined without one. */
export function toolMeaning(embedder: Embedder | undefined, clock: Clock): ToolMeaning | undefined {
  return (
    embedder && {
      ofQuery: createQueryEmbedder(embedder, clock),
      ofTexts: (texts, signal) => embedder.embed(texts, { signal, purpose: "passage" }),
    }
  );
}

export interface LearningToolsDeps {
  readonly toolbox: Pick<Toolbox, "learn">;
  readonly log: Log;
  readonly pause: Wait;
}

/** A start, and what people say right after it, come first. */
const BEFORE_MS = 5_000;

const RETRY_MS = 600_000;

/** Makes tools be found by meaning, in the background; an embedder that is down is asked again later. */
export async function embedTools(
  { toolbox, log, pause }: LearningToolsDeps,
  signal: AbortSignal,
): Promise<void> {
  await pause(BEFORE_MS, signal);
  while (!signal.aborted) {
    const error = await toolbox.learn(signal).then(
      () => undefined,
      (reason: unknown) => ({ reason }),
    );
    if (!error || signal.aborted) return;
    log.warn("tool search uses keywords only", { error: error.reason });
    await pause(RETRY_MS, signal);
  }
}
