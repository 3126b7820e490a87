import { fillIn } from "../kernel/languages.ts";
import type { QuestionTexts } from "./question-texts.ts";
import { REVISION_MS } from "./revisions.ts";

/** What somebody is asked who wants to change a question. */
export function askChange(kind: "direct" | "group", { askChange: ask }: QuestionTexts): string {
  return fillIn(ask[kind], { minutes: REVISION_MS / 60_000 });
}

/** What somebody is told whose message was to be a correction, and is none. */
export function tellUnwritten({ unwritten, edit }: QuestionTexts): string {
  return fillIn(unwritten, { edit });
}
