import type { ScriptedAnswer } from "../../../src/llm/testing/scripted-model.ts";

export interface HeldAnswer {
  readonly answer: ScriptedAnswer;
  /** Resolves when the model thinks about it. */
  readonly begun: Promise<void>;
  readonly letGo: () => void;
}

/** Creates an answer that a scripted model starts and then holds until it is released. */
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
