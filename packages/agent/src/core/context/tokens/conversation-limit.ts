import { countTokens } from "../../../llm/count-tokens.ts";
import type { ToolDefinition } from "../../../llm/model.ts";
import type { ContextConfig } from "../../config.ts";
import { budgetOf } from "./budget.ts";
import { costOfTool } from "./estimate-tokens.ts";

/** However much stands before it, the conversation may take this share of the window. */
const MIN_SHARE = 0.1;

/** Beginning of every request of a session. */
export interface Beginning {
  readonly system: readonly string[];
  readonly tools: readonly ToolDefinition[];
}

/** How long a conversation is, its summary included. */
export interface ConversationSize {
  readonly tokens: number;
  /** As a provider counts them: inputs, answers, results. */
  readonly messages: number;
}

/** Returns the tokens that the beginning of each request takes. */
export function costOfBeginning({ system, tools }: Beginning, contextTokens: number): number {
  const budget = budgetOf(contextTokens);
  const ofSystem = system.reduce((sum, section) => sum + countTokens(section), 0);
  const ofTools = tools.reduce((sum, tool) => sum + costOfTool(tool), 0);
  return Math.min(ofSystem, budget.system) + Math.min(ofTools, budget.tools);
}

/** The most tokens that a conversation may take before it has to be shortened. */
export function conversationLimit(
  beginning: number,
  contextTokens: number,
  { compactRatio }: ContextConfig,
): number {
  const most = Math.floor(contextTokens * compactRatio) - beginning;
  return Math.max(most, Math.floor(contextTokens * MIN_SHARE));
}

/** Whether a conversation has to be shortened before it goes on. */
export function isTooLong(
  { tokens, messages }: ConversationSize,
  limit: number,
  { compactMessages }: ContextConfig,
): boolean {
  return tokens > limit || messages > compactMessages;
}
