import type { Unit } from "../../kernel/unit.ts";
import type { CachePlan, ModelRequest, ToolDefinition } from "../../llm/model.ts";
import { renderUnits } from "../../llm/render-units.ts";
import { fitHistory } from "./fit-history.ts";

export interface Material {
  readonly requestId: string;
  readonly system: readonly string[];
  /** Earlier turns of the session, oldest first. */
  readonly history: readonly Unit[];
  /** The running turn, whole. */
  readonly turn: readonly Unit[];
  /** Empty when the model must close in words. */
  readonly tools: readonly ToolDefinition[];
  readonly cache?: CachePlan | undefined;
}

/** Left for the answer. */
const REPLY_TOKENS = 4096;

/**
 * Composes one request: the stable part first, the newest input last. What
 * does not fit into the model's window is the oldest of the history.
 */
export function assemble(material: Material, contextTokens: number): ModelRequest {
  const { requestId, system, history, turn, tools, cache } = material;
  const fixed =
    estimateTokens(system.join("\n")) +
    estimateTokens(JSON.stringify(tools)) +
    turn.reduce((sum, unit) => sum + costOf(unit), 0);
  const budget = contextTokens - REPLY_TOKENS - fixed;
  const { kept } = budget > 0 ? fitHistory(history, budget, costOf) : { kept: [] };
  const messages = renderUnits([...kept, ...turn]);
  return { id: requestId, system, tools, messages, ...(cache && { cache }) };
}

function costOf(unit: Unit): number {
  if (unit.type === "input") return estimateTokens(unit.text);
  return unit.calls.reduce(
    (sum, { args, result }) => sum + estimateTokens(JSON.stringify([args, result])),
    estimateTokens(unit.text),
  );
}

/** About four characters a token, on the safe side for most languages. */
function estimateTokens(text: string): number {
  return Math.ceil(text.length / 3.5);
}
