import type { Language } from "../../../kernel/languages.ts";
import { texts } from "../../../platform/texts.ts";

/** Writes one question about several calls; a single one as it is. */
export function listQuestions(questions: readonly string[], language: Language): string {
  const [only = ""] = questions;
  if (questions.length < 2) return only;
  const list = questions.map((question, index) => `${index + 1}. ${question}`).join("\n");
  return texts(language).approvals.several({ count: questions.length, list });
}
