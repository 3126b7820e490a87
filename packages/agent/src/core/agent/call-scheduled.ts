import type { AutomatedInput } from "../../kernel/envelope.ts";
import { isRecord } from "../../kernel/text/json.ts";
import { joinLabels } from "../../kernel/label.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { ToolResult } from "../../kernel/transcript.ts";
import { promptTexts } from "../context/prompt-texts.ts";
import type { BuiltinText, TurnStatus } from "../turn-log.ts";
import type { OpenTurn } from "../open-turn.ts";
import { builtinText } from "../delivery/builtin-text.ts";
import { settleCalls, type ThinkDeps } from "./think.ts";

/** Nobody was asked for words. */
const FREE = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, costNano: 0n } as const;

/**
 * Takes the chat of thinking in the turn of a job that makes one call: it goes through the gate
 * like any other, and what it came to is the answer.
 */
export async function callScheduled(
  turn: OpenTurn,
  { name, params }: NonNullable<AutomatedInput["call"]>,
  deps: ThinkDeps & { readonly signal: AbortSignal },
): Promise<TurnStatus> {
  const texts = promptTexts(turn, deps.gathered);
  const label = joinLabels(texts.map((one) => one.label));
  const said = { text: "", extras: null, usage: FREE, model: deps.model.id, label };
  const [call] = turn.steps.flatMap((step) => step.calls);
  if (call) {
    const own = call.result && ownWordsOf(name, call.result);
    const text = own ? builtinText(own, "en") : valueOf(call.result);
    return deps.journal.end(turn, { ...said, type: "answered", text, own });
  }
  return settleCalls(turn, { ...said, calls: [{ name, args: params }] }, { ...deps, texts });
}

/** Undefined where the result speaks for itself, or is still to come. */
function ownWordsOf(tool: string, result: ToolResult): BuiltinText | undefined {
  switch (result.type) {
    case "value":
    case "pending":
      return undefined;
    case "fault":
      return { type: "call", outcome: "failed", tool, why: result.text };
    case "unknown":
      return { type: "call", outcome: "uncertain", tool, why: "" };
    case "aborted":
      return { type: "call", outcome: "stopped", tool, why: "" };
  }
}

function valueOf(result: ToolResult | undefined): string {
  return result?.type === "value" ? textIn(result.text) : "";
}

/** Returns the text for people in a result, or the whole result. */
function textIn(result: string): string {
  const value = parseJson(result)?.value;
  if (typeof value === "string") return value;
  const text = isRecord(value) ? value["text"] : undefined;
  return typeof text === "string" ? text : result;
}
