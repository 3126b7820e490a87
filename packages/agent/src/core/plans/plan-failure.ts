import type { Language } from "../../kernel/languages.ts";
import { texts, type Texts } from "../../platform/texts.ts";

/** Why a step of a plan could not be ended. */
export interface PlanFailure {
  /** In English: kept, and read by the model. */
  readonly reason: string;
  /** As the plan's chat is told. */
  readonly told: string;
}

/** Returns one of our own reasons, as `tell` words it with the texts of a language. */
export function planFailure(
  tell: (troubles: Texts["plans"]["troubles"]) => string,
  language: Language,
): PlanFailure {
  return { reason: tell(texts("en").plans.troubles), told: tell(texts(language).plans.troubles) };
}

/** A reason in somebody's own words. */
export function planFailures(words: string): PlanFailure {
  return { reason: words, told: words };
}
