import type { Unit } from "../../kernel/unit.ts";
import type { CachePlan, ModelRequest, ToolDefinition } from "../../llm/model.ts";
import { renderUnits } from "../../llm/render-units.ts";
import { budgetOf, fitSections, fitTools } from "./budget.ts";
import { costOf, costOfAll, costOfRequest } from "./cost-of.ts";
import { cutText } from "./cut-text.ts";
import { fitHistory } from "./fit-history.ts";
import { fitUnits } from "./fit-units.ts";

export interface Material {
  readonly requestId: string;
  readonly system: readonly string[];
  /** What stands for the conversation before the session. */
  readonly summary?: string | undefined;
  /** Earlier turns of the session, oldest first. */
  readonly history: readonly Unit[];
  /** The running turn, whole. */
  readonly turn: readonly Unit[];
  /** Empty when the model must close in words. */
  readonly tools: readonly ToolDefinition[];
  readonly cache?: CachePlan | undefined;
  /** The longest answer that is wanted; a small window makes it shorter. Absent: the model's own. */
  readonly maxTokens?: number | undefined;
  /** Absent: the model's own. */
  readonly temperature?: number | undefined;
}

/**
 * Composes one request: the stable part first, the newest input last. It never
 * takes more of the model's window than leaves room for an answer: first the
 * oldest of the history goes, then what is longest is cut.
 */
export function assemble(material: Material, contextTokens: number): ModelRequest {
  const { requestId, cache, maxTokens, temperature } = material;
  const budget = budgetOf(contextTokens, maxTokens);
  const system = fitSections(material.system, budget.system);
  const tools = fitTools(material.tools, budget.tools);
  const request = {
    id: requestId,
    system,
    tools,
    ...(cache && { cache }),
    ...(maxTokens !== undefined && { maxTokens: budget.reply }),
    ...(temperature !== undefined && { temperature }),
  };
  const left = contextTokens - budget.reply - costOfRequest({ ...request, messages: [] });

  const summary = summaryUnits(material.summary, budget.summary);
  const turn = fitUnits(material.turn, left - costOfAll(summary));
  const room = left - costOfAll(summary) - costOfAll(turn);
  const messages = renderUnits([...summary, ...fitEarlier(material.history, room), ...turn]);
  return { ...request, messages };
}

function summaryUnits(summary: string | undefined, tokens: number): readonly Unit[] {
  if (!summary) return [];
  return [{ type: "input", text: cutText(summary, tokens, "head") }];
}

/** The newest exchange may be too long for the room that is left: then it goes as well. */
function fitEarlier(history: readonly Unit[], room: number): readonly Unit[] {
  if (room <= 0) return [];
  const { kept } = fitHistory(history, room, costOf);
  return costOfAll(kept) <= room ? kept : [];
}
