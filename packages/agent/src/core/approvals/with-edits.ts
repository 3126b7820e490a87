import type { Language } from "../../kernel/languages.ts";
import { tellCount } from "../../kernel/tell-count.ts";
import { approvalTextsIn } from "./approval-texts.ts";

/** An open question as people are asked it: with how often it was changed before. */
export function withEdits(
  question: string,
  { edits, language }: { readonly edits: number; readonly language: Language },
): string {
  if (edits === 0) return question;
  return `${question}\n${tellCount(approvalTextsIn(language).edited, edits, language)}`;
}
