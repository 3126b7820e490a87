import { fillIn } from "../kernel/languages.ts";
import type { OwnWords } from "./journal.ts";
import { turnTextsIn } from "./turn-texts.ts";

/** What a turn says by itself, in a language as BCP 47. */
export function ownWordsIn(own: OwnWords, language: string): string {
  const { nothing, call } = turnTextsIn(language);
  if (own.type === "nothing") return nothing;
  return fillIn(call[own.outcome], { tool: own.tool, why: own.why });
}
