import type { ImageId } from "../../kernel/ids.ts";
import type { Image } from "../../kernel/images/image.ts";
import type { TranscriptItem } from "../../kernel/transcript.ts";
import { countTokens } from "../../llm/count-tokens.ts";
import type { CachePlan, ModelRequest, ToolDefinition } from "../../llm/model.ts";
import { renderMessages } from "../../llm/render-messages.ts";
import type { PromptSizes } from "../../store/turns/prompt-sizes.ts";
import { budgetOf, fitSections, fitTools } from "./tokens/budget.ts";
import { estimateTokens, costOfAll, costOfRequest, costOfTools } from "./tokens/estimate-tokens.ts";
import { truncateToTokens } from "./tokens/truncate-to-tokens.ts";
import { cutOldestResults } from "./history/cut-oldest-results.ts";
import { fitHistory } from "./history/fit-history.ts";
import { fitUnits } from "./history/fit-units.ts";
import { foundTools } from "./found-tools.ts";

export interface Material {
  readonly requestId: string;
  readonly system: readonly string[];
  /** Summary of the conversation before the session. */
  readonly summary?: string | undefined;
  /** Earlier turns of the session, oldest first. */
  readonly history: readonly TranscriptItem[];
  /** The running turn, whole. */
  readonly turn: readonly TranscriptItem[];
  /** Extras of the running turn's inputs that are in its units already. */
  readonly extras?: readonly string[] | undefined;
  /** Whether the last section of `system` is the session's pinned block. */
  readonly isPinned?: boolean | undefined;
  /** Images of the units that are shown. */
  readonly images?: ReadonlyMap<ImageId, Image> | undefined;
  /** Empty when the model must close in words. */
  readonly tools: readonly ToolDefinition[];
  /** Tools that inputs may name as found. */
  readonly deferred?: readonly ToolDefinition[] | undefined;
  readonly cache?: CachePlan | undefined;
  /** The longest answer that is wanted; a small window makes it shorter. Absent: the model's own. */
  readonly maxTokens?: number | undefined;
  /** The answer continues one that reached its limit. */
  readonly isContinuation?: boolean | undefined;
  /** Absent: the model's own. */
  readonly temperature?: number | undefined;
}

/**
 * Composes one request: the stable part first, the newest input last. It never
 * takes more of the model's window than leaves room for an answer: first the
 * oldest of the history goes, then what is longest is cut.
 */
export function assemble(material: Material, contextTokens: number): ModelRequest {
  return compose(material, contextTokens).request;
}

/** A request, and how large its parts are. */
export interface Composed {
  readonly request: ModelRequest;
  readonly sizes: PromptSizes;
}

/** The same as `assemble`, with the sizes of the parts. */
export function compose(material: Material, contextTokens: number): Composed {
  const { requestId, cache, maxTokens, temperature, deferred = [] } = material;
  const budget = budgetOf(contextTokens, maxTokens);
  const system = fitSections(material.system, budget.system);
  const tools = fitTools(material.tools, budget.tools);
  const request = {
    id: requestId,
    system,
    tools,
    ...(deferred.length > 0 && { deferred }),
    ...(cache && { cache }),
    ...(maxTokens !== undefined && { maxTokens: budget.reply }),
    ...(temperature !== undefined && { temperature }),
    ...(material.isContinuation && { isContinuation: true }),
  };
  const found = foundTools([...material.history, ...material.turn], deferred);
  const beginning = costOfRequest({ ...request, messages: [] }) + costOfTools(found);
  const left = contextTokens - budget.reply - beginning;

  const summary = summaryUnits(material.summary, budget.summary);
  const ofTurn = left - costOfAll(summary);
  const turn = fitUnits(cutOldestResults(material.turn, steady(ofTurn, contextTokens)), ofTurn);
  const room = left - costOfAll(summary) - costOfAll(turn);
  const earlier = fitEarlier(material.history, room);
  const messages = renderMessages([...summary, ...earlier, ...turn], material.images);
  const { extras = [], isPinned = false } = material;
  const costOfExtras = extras.reduce((sum, text) => sum + countTokens(text), 0);
  const costOfTurn = costOfAll(turn);
  // A turn that had to be cut may hold less than went along with it.
  const ofExtras = Math.min(costOfExtras, costOfTurn);
  return {
    request: { ...request, messages },
    sizes: {
      estTokensHistory: costOfAll(earlier),
      estTokensContext: beginning + costOfAll(summary) + ofExtras,
      estTokensUserTurn: costOfTurn - ofExtras,
      contextLayers: [
        ...(tools.length > 0 ? ["tools"] : []),
        ...(system.length > (isPinned ? 1 : 0) ? ["system"] : []),
        ...(isPinned ? ["pinned"] : []),
        ...(summary.length > 0 ? ["summary"] : []),
        ...(ofExtras > 0 ? ["extras"] : []),
      ],
      historyInteractions: earlier.filter(({ type }) => type === "input").length,
    },
  };
}

/** The same budget for all steps of a turn, whatever tools are found meanwhile. */
function steady(tokens: number, contextTokens: number): number {
  const unit = contextTokens / 16;
  return Math.floor(tokens / unit) * unit;
}

function summaryUnits(summary: string | undefined, tokens: number): readonly TranscriptItem[] {
  if (!summary) return [];
  return [{ type: "input", text: truncateToTokens(summary, tokens, "head") }];
}

/** The newest exchange may be too long for the room that is left: then it goes as well. */
function fitEarlier(history: readonly TranscriptItem[], room: number): readonly TranscriptItem[] {
  if (room <= 0) return [];
  if (costOfAll(history) <= room) return history;
  const { kept } = fitHistory(history, room, estimateTokens);
  return costOfAll(kept) <= room ? kept : [];
}
