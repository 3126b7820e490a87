import type { Language } from "../../../kernel/languages.ts";
import { texts } from "../../../platform/texts.ts";

/** An open question as people are asked it: with how often it was changed before. */
export function withEdits(
  question: string,
  { edits, language }: { readonly edits: number; readonly language: Language },
): string {
  if (edits === 0) return question;
  return `${question}\n${texts(language).approvals.edited({ count: edits })}`;
}
