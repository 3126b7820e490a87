import type { Tool } from "@reeve/sdk";
import type { Language } from "../../../kernel/languages.ts";
import { truncateToLine } from "../../../kernel/text/truncate.ts";
import type { ToolResult } from "../../../kernel/transcript.ts";
import { texts } from "../../../platform/texts.ts";
import type { Approval, ApprovalState } from "../../../store/turns/approvals.ts";
import {
  eachAlone,
  type LocalizePrompt,
  originalPrompt,
  type PromptedCall,
  type PromptView,
} from "./localize-prompt.ts";
import { showText } from "./show-text.ts";

interface EndedCall extends Pick<Approval, "args" | "names"> {
  /** Its question, without sources. */
  readonly question: string;
  /** Absent if it has not run. */
  readonly result?: ToolResult | undefined;
}

interface OutcomeView extends PromptView {
  /** Without it, the question is shown as written. */
  readonly questionIn?: LocalizePrompt | undefined;
}

const MAX_LINE = 300;

/** Writes what a decided call came to in one line, which takes the place of its question. */
export function resultLine(
  { question, result, ...call }: EndedCall,
  { tool, language }: { readonly tool: Tool | undefined; readonly language: Language },
): string {
  const { results } = texts(language).approvals;
  const what = statementOf(question, language);
  switch (result?.type) {
    case "value": {
      const done = doneIn({ ...call, result }, { tool, language });
      if (done === undefined) return results.carriedOut({ what });
      return done === null ? results.refused({ what }) : results.done({ what: inLine(done) });
    }
    case "fault":
      return results.failed({ what });
    case "unknown":
      return results.unknown({ what });
    case "pending":
    case "aborted":
    case undefined:
      return results.refused({ what });
  }
}

/** Returns what a tool says that a call has done: null for nothing, undefined if it has no words for it. */
export function doneIn(
  { args, names, result }: Pick<EndedCall, "args" | "names" | "result">,
  { tool, language }: { readonly tool: Tool | undefined; readonly language: Language },
): string | null | undefined {
  const params = tool?.done && tool.params.safeParse(args);
  if (result?.type !== "value" || !tool?.done || !params?.success) return undefined;
  return tool.done(params.data, { names, language, result: result.text }) ?? null;
}

/** Checks whether a question was denied, or nobody answered it in time. */
export function isUnallowed<Request extends { readonly state: ApprovalState }>(
  request: Request,
): request is Request & { readonly state: "cancelled" | "expired" } {
  return request.state === "cancelled" || request.state === "expired";
}

/** Writes that calls did not run, one per line, because they were denied or nobody answered. */
export function outcomeLines(
  { state, ...asked }: PromptedCall & { readonly state: "cancelled" | "expired" },
  { questionIn = originalPrompt, ...view }: OutcomeView,
): string {
  const { refused, expired } = texts(view.language).approvals.results;
  const line = state === "cancelled" ? refused : expired;
  // Calls of a tool that is gone are described together.
  const statements = eachAlone(asked).map((one) =>
    statementOf(questionIn(one, view), view.language),
  );
  return [...new Set(statements)].map((what) => line({ what })).join("\n");
}

/** Returns what a question asks about: its first line, without the question mark and what is said after it. */
function statementOf(question: string, language: Language): string {
  const [first = ""] = question.split("\n");
  const end = first.lastIndexOf("?");
  if (end === -1) return inLine(first.replace(/\s*:$/, ""));
  const asked = first.slice(0, end).replace(/^¿/, "").trimEnd();
  return inLine(language === "tr" ? asked.replace(/ m[ıiuü]$/, "") : asked);
}

function inLine(text: string): string {
  return truncateToLine(showText(text), MAX_LINE);
}
