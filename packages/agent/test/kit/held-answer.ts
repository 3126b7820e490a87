import type { ScriptedAnswer } from "../../src/llm/testing/scripted-model.ts";

export interface HeldAnswer {
  readonly answer: ScriptedAnswer;
  /** Resolves when the model thinks about it. */
  readonly begun: Promise<void>;
  readonly letGo: () => void;
}

/** An answer that a scripted model keeps back, once it has begun it, until it is let go. */
export function heldAnswer(own: ScriptedAnswer): HeldAnswer {
  const begun = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const answer: ScriptedAnswer = {
    ...own,
    get hold() {
      begun.resolve();
      return open.promise;
    },
  };
  return { answer, begun: begun.promise, letGo: () => open.resolve() };
}
