import { fillIn, type Language } from "../../kernel/languages.ts";
import { planTextsIn, type PlanTroubleTexts } from "./plan-texts.ts";

/** Why a step of a plan could not be ended. */
export interface PlanTrouble {
  /** In English: kept, and read by the model. */
  readonly reason: string;
  /** As the plan's place is told. */
  readonly told: string;
}

/** One of our own reasons, with what it names. */
export function troubleOf(
  kind: keyof PlanTroubleTexts,
  {
    language,
    ...values
  }: {
    readonly language: Language;
    readonly tool?: string;
    readonly name?: string;
    readonly preview?: string;
  },
): PlanTrouble {
  const inWords = (of: Language) => fillIn(planTextsIn(of).troubles[kind], values);
  return { reason: inWords("en"), told: inWords(language) };
}

/** A reason in somebody's own words. */
export function troubleIn(words: string): PlanTrouble {
  return { reason: words, told: words };
}
