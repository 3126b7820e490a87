import type { NewId } from "../../kernel/ids.ts";
import type { ModelUsage } from "../../kernel/usage.ts";
import type { Model } from "../../llm/model.ts";
import type { Store } from "../../store/store.ts";
import { askModel } from "../../llm/ask-model.ts";
import type { Batch } from "./batch.ts";
import { findRelatedFacts } from "./find-related-facts.ts";
import { parseAnswer } from "./parse-answer.ts";
import { renderRequest } from "./render-request.ts";
import { type ExtractedFact, resolveProposals } from "./resolve-proposals.ts";

export interface ExtractDeps {
  readonly store: Pick<Store, "slow">;
  readonly model: Model;
  readonly newId: NewId;
  /** Removes invisible characters and text that could pass for our markup. */
  readonly clean: (text: string) => string;
  readonly signal: AbortSignal;
}

export interface Extraction {
  readonly learnedFacts: readonly ExtractedFact[];
  /** Number of facts in the response that could not be used: malformed, or not based on the messages. */
  readonly malformed: number;
  readonly unfounded: number;
}

/** Extracts facts from a conversation with a model; `learned` is undefined if it could not answer. */
export async function extractFacts(
  batch: Batch,
  deps: ExtractDeps,
): Promise<{ readonly extracted: Extraction | undefined; readonly spent: readonly ModelUsage[] }> {
  const { store, clean } = deps;
  const known = await findRelatedFacts(batch, store);
  const { response: thought, spent } = await askModel(renderRequest(batch, known, deps), deps);
  if (!thought) return { extracted: undefined, spent };
  const { proposals, malformed } = parseAnswer(thought.text);
  const resolved = resolveProposals(proposals, { batch, known, clean });
  return { extracted: { ...resolved, malformed }, spent };
}
