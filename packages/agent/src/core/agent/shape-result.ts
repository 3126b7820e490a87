import { truncateToLine } from "../../kernel/text/truncate.ts";
import type { ArtifactId } from "../../kernel/ids.ts";
import { isRecord } from "../../kernel/text/json.ts";
import type { ToolResult } from "../../kernel/transcript.ts";
import type { CallOutcome } from "../../tools/run-call.ts";

const HEAD_CHARS = 4000;
const TAIL_CHARS = 1000;

export interface ShapedResult {
  readonly result: ToolResult;
  /** One line for people. */
  readonly summary: string;
  readonly artifact: { readonly id: ArtifactId; readonly content: string } | undefined;
}

/**
 * Turns what a tool returned into what the model reads. A result of more than
 * `maxChars` is stored whole under `artifactId`; the model gets its beginning,
 * its end, and what the tool itself said about it.
 */
export function shapeResult(
  outcome: CallOutcome,
  { maxChars, artifactId }: { maxChars: number; artifactId: ArtifactId },
): ShapedResult {
  if (outcome.type === "aborted") return plain({ type: "aborted" }, "stopped");
  if (outcome.type === "fault") {
    const text = outcome.hint ? `${outcome.message} ${outcome.hint}` : outcome.message;
    return plain({ type: "fault", code: outcome.code, text }, text);
  }

  const text = typeof outcome.value === "string" ? outcome.value : toText(outcome.value);
  if (text.length <= maxChars) return plain({ type: "value", text }, text);

  const own = ownSummary(outcome.value);
  const excerpt = JSON.stringify({
    artifact: artifactId,
    totalChars: text.length,
    ...own,
    head: text.slice(0, HEAD_CHARS),
    tail: text.slice(-TAIL_CHARS),
    note: "The result was too long to show in full. Read the rest with artifact_read.",
  });
  return {
    result: { type: "value", text: excerpt },
    summary: truncateToLine(own.summary ?? own.message ?? `${text.length} characters, stored`),
    artifact: { id: artifactId, content: text },
  };
}

function plain(result: ToolResult, text: string): ShapedResult {
  return { result, summary: truncateToLine(text), artifact: undefined };
}

function toText(value: unknown): string {
  return JSON.stringify(value) ?? "done";
}

/** Returns the parts of a result that a tool wrote about itself; they stay whole. */
function ownSummary(value: unknown): { summary?: string; message?: string } {
  if (!isRecord(value)) return {};
  const { summary, message } = value;
  return {
    ...(typeof summary === "string" && { summary }),
    ...(typeof message === "string" && { message }),
  };
}
