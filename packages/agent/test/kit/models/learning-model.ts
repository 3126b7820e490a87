import type { ModelRequest } from "../../../src/llm/model.ts";
import {
  scriptedModel,
  type ScriptedAnswer,
  type ScriptedModel,
} from "../../../src/llm/testing/scripted-model.ts";

export interface LearningModel extends ScriptedModel {
  /** Requests for facts so far, without those for profiles. */
  readonly learnedFacts: readonly ModelRequest[];
  /** Resolves when so many requests for facts, or for profiles, were answered. */
  asked(count: number, what?: "facts" | "profile"): Promise<void>;
}

/** A fact as a model proposes it; what is left out is a lasting fact. */
export type Proposed = Readonly<Record<string, unknown>>;

/**
 * Creates a utility model that answers requests for facts with the proposals of a function (a failure for
 * undefined), and every request for a profile with `profile`.
 */
export function learningModel(
  propose: (told: string, request: number) => readonly Proposed[] | string | undefined,
  profile = "Ann is known.",
): LearningModel {
  const learnedFacts: ModelRequest[] = [];
  let profiles = 0;
  let changed = Promise.withResolvers<void>();
  const model = scriptedModel((request): ScriptedAnswer => {
    changed.resolve();
    changed = Promise.withResolvers();
    if (request.system.join().includes("profile")) {
      profiles += 1;
      return { text: profile };
    }
    learnedFacts.push(request);
    const facts = propose(request.messages[0]?.text ?? "", learnedFacts.length);
    if (facts === undefined) return { error: { code: "unavailable", message: "down" } };
    if (typeof facts === "string") return { text: facts };
    const whole = facts.map((fact) => ({ kind: "fact", tier: "long-term", ...fact }));
    return { text: JSON.stringify({ facts: whole }) };
  });
  return {
    ...model,
    learnedFacts,
    async asked(count, what = "facts") {
      while ((what === "facts" ? learnedFacts.length : profiles) < count) await changed.promise;
    },
  };
}
