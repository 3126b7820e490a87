import { countTokens } from "../../../llm/count-tokens.ts";
import type { ToolDefinition } from "../../../llm/model.ts";
import { costOfTool } from "./estimate-tokens.ts";
import { truncateToTokens } from "./truncate-to-tokens.ts";
import { splitBudget } from "./split-budget.ts";

/**
 * The most that each layer of a request may take of the model's window. What
 * one of them leaves over is the conversation's, and so is the rest.
 */
const SHARES = {
  tools: 0.35,
  /** System prompt and pinned block together. */
  system: 0.25,
  /** Share for what is looked up for one input. */
  extras: 0.1,
  /** Share for the summary of the conversation before the session. */
  summary: 0.1,
  /** Left for the answer. */
  reply: 0.125,
} as const;

/** Where nobody says otherwise, longer answers are not planned for. */
const REPLY_TOKENS = 4096;

/** Tokens that each layer may take in a window. */
export interface Budget {
  readonly tools: number;
  readonly system: number;
  readonly extras: number;
  readonly summary: number;
  readonly reply: number;
}

/** The layers' budgets in a window of `contextTokens`, for answers of at most `replyTokens`. */
export function budgetOf(contextTokens: number, replyTokens = REPLY_TOKENS): Budget {
  return {
    tools: Math.floor(contextTokens * SHARES.tools),
    system: Math.floor(contextTokens * SHARES.system),
    extras: Math.floor(contextTokens * SHARES.extras),
    summary: Math.floor(contextTokens * SHARES.summary),
    reply: Math.min(replyTokens, Math.floor(contextTokens * SHARES.reply)),
  };
}

/** Sections within `tokens`: the longest are cut at their end, with a mark. */
export function fitSections(sections: readonly string[], tokens: number): readonly string[] {
  const most = splitBudget(sections.map(countTokens), tokens);
  return sections.map((section) => truncateToTokens(section, most, "head"));
}

/** The first of the tools that fit into `tokens`; the order says which matter. */
export function fitTools(
  tools: readonly ToolDefinition[],
  tokens: number,
): readonly ToolDefinition[] {
  let left = tokens;
  const tooMany = tools.findIndex((tool) => {
    left -= costOfTool(tool);
    return left < 0;
  });
  return tooMany === -1 ? tools : tools.slice(0, tooMany);
}
