import type { ToolCall, TranscriptItem } from "../../../kernel/transcript.ts";
import { describeResult } from "../../../llm/render-messages.ts";
import { truncateToTokens } from "../tokens/truncate-to-tokens.ts";
import { sanitize } from "./sanitize.ts";

/** Tokens of one text in a summary request; results are worth the least. */
const SAID_TOKENS = 600;
const ARGS_TOKENS = 100;
const RESULT_TOKENS = 150;

/** A conversation as text, for somebody who sums it up. Long texts are cut. */
export function formatForSummary(units: readonly TranscriptItem[]): readonly string[] {
  return units.map((unit) => {
    const said = truncateToTokens(sanitize(unit.text), SAID_TOKENS, "ends");
    if (unit.type === "input") return said;
    return [...(said ? [`Assistant: ${said}`] : []), ...unit.calls.map(formatCall)].join("\n");
  });
}

function formatCall({ name, args, result }: ToolCall): string {
  const asked = truncateToTokens(sanitize(JSON.stringify(args)), ARGS_TOKENS, "head");
  const came = truncateToTokens(sanitize(describeResult(result)), RESULT_TOKENS, "ends");
  return `Assistant used ${name} ${asked}: ${came}`;
}
