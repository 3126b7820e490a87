import { unresolvedFailures } from "../domains/change-plan.ts";
import type { Language } from "../kernel/languages.ts";
import { truncateToLine } from "../kernel/text/truncate.ts";
import type { ToolResult } from "../kernel/transcript.ts";
import type { StoredCall } from "../store/turns/turns.ts";
import { builtinText } from "./delivery/builtin-text.ts";

/** Outcome of the calls of a turn: the record, beside the words of the model. */
export interface CallRecord {
  /** Names of the tools that were carried out. */
  readonly done: readonly string[];
  /** Why calls that were to change something did not, as far as no later call made them good. */
  readonly undone: readonly string[];
}

/** Returns the record of calls, with its reasons in a language. A call that waits for an approval is open. */
export function recordOf(
  calls: readonly Pick<StoredCall, "tool" | "effect" | "result">[],
  language: Language,
): CallRecord {
  const done = calls.filter(({ result }) => result?.type === "value").map(({ tool }) => tool);
  const undone = unresolvedFailures(
    [],
    calls.map(({ tool, effect, result }) => ({
      tool,
      isDone: result?.type === "value",
      failure: effect === "read" ? undefined : failureOf(tool, { result, language }),
    })),
  );
  return { done: [...new Set(done)], undone: undone.map(({ reason }) => reason) };
}

function failureOf(
  tool: string,
  { result, language }: { readonly result: ToolResult | undefined; readonly language: Language },
): string | undefined {
  const tell = (outcome: "failed" | "uncertain" | "stopped", why = "") =>
    builtinText({ type: "call", outcome, tool, why: truncateToLine(why) }, language);
  switch (result?.type) {
    case "fault":
      return tell("failed", result.text);
    case "unknown":
      return tell("uncertain");
    case "aborted":
      return tell("stopped");
    case "value":
    case "pending":
    case undefined:
      return undefined;
  }
}
