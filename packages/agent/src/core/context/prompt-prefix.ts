import { countTokens } from "../../llm/count-tokens.ts";
import type { PromptPrefix } from "../../store/turns/sessions.ts";
import { signatureOf } from "../../llm/describe-tools.ts";
import type { ToolDefinition } from "../../llm/model.ts";
import { sanitize } from "./render/sanitize.ts";
import { renderSkills } from "./render/render-skills.ts";
import { type PromptFiles, systemPrompt } from "./system-prompt.ts";
import { budgetOf } from "./tokens/budget.ts";
import { splitBudget } from "./tokens/split-budget.ts";
import { truncateToTokens } from "./tokens/truncate-to-tokens.ts";

export interface PromptPrefixMaterial {
  readonly files: PromptFiles;
  readonly ownerName: string;
  /** Shows what the agent wrote down, to its owner alone. */
  readonly isPrivate: boolean;
  /** Profile of the person of a direct chat; empty elsewhere. */
  readonly profile: string;
  /** The rules of the chat, as the model reads them; empty when there are none. */
  readonly rules: string;
  /** Names of the tools in the array, in order. */
  readonly tools: readonly string[];
  /** Tools that the system prompt lists. Default: none. */
  readonly listed?: readonly ToolDefinition[] | undefined;
  /** Names of the other tools on offer. */
  readonly deferred: readonly string[];
  /** The model's window: where it is small, the longest blocks give way. */
  readonly contextTokens: number;
}

const MEMORY_LINES = 150;
const LOG_LINES = 100;

/**
 * Renders the prefix of every request of a session. It is composed once and stored, so that no byte
 * of it changes while the session lasts; what is learned meanwhile reaches the model through tools.
 */
export function renderPromptPrefix(material: PromptPrefixMaterial): PromptPrefix {
  const {
    files,
    ownerName,
    isPrivate,
    profile,
    rules,
    tools,
    listed = [],
    deferred,
    contextTokens,
  } = material;
  const canRead = [...tools, ...deferred].includes("skill_read");
  const skills = canRead ? renderSkills(files.skills) : [];
  const system = [...systemPrompt(files, ownerName), ...listOf(listed), ...skills];
  const known = isPrivate ? blocksOf(files) : [];
  const blocks = [...known, { type: "profile", text: profile }].filter(({ text }) => text?.trim());
  const whole = [rules, ...blocks.map((one) => renderBlock(one))];
  const costs = [...system, whole.join("\n")].map(countTokens);
  const room = splitBudget(costs, budgetOf(contextTokens).system);
  const fitting = fitBlocks(blocks, room - countTokens(rules));
  const pinned = [rules, ...fitting].filter((text) => text !== "").join("\n");
  return { system, pinned, tools, deferred };
}

function listOf(tools: readonly ToolDefinition[]): readonly string[] {
  if (tools.length === 0) return [];
  return [`You also have these tools, through tool_call:\n${tools.map(signatureOf).join("\n")}`];
}

interface Block {
  readonly type: string;
  readonly text: string | undefined;
  /** A line above the text. */
  readonly title?: string;
  /** The most lines that are shown, for a text that has its newest lines at its end. */
  readonly lines?: number;
}

function blocksOf({ strategy, memory, logs, identity, user }: PromptFiles): readonly Block[] {
  return [
    { type: "strategy", text: strategy },
    { type: "memory", text: memory, lines: MEMORY_LINES },
    ...logs.map(({ date, text }) => ({ type: "daily-log", title: date, text, lines: LOG_LINES })),
    { type: "identity", text: identity },
    { type: "user", text: user },
  ];
}

/** Renders the blocks within `tokens`: the longest give way. */
function fitBlocks(blocks: readonly Block[], tokens: number): readonly string[] {
  // With the line break before each.
  const costs = blocks.map((block) => countTokens(renderBlock(block)) + 1);
  const most = splitBudget(costs, tokens) - 1;
  return blocks.map((block) => fitBlock(block, most));
}

function fitBlock(block: Block, tokens: number): string {
  const whole = renderBlock(block);
  if (countTokens(whole) <= tokens) return whole;
  const count = block.lines === undefined ? 0 : newestWithin(block, tokens);
  if (count > 0) return renderBlock(block, count);
  const room = tokens - countTokens(wrap(block.type, ""));
  return wrap(block.type, truncateToTokens(contentOf(block, 1), room, "head"));
}

/** Returns how many of a block's newest lines fit into `tokens`. */
function newestWithin(block: Block, tokens: number): number {
  const newest = linesOf(block.text)
    .slice(-(block.lines ?? 0))
    .toReversed();
  let left = tokens;
  const tooMany = newest.findIndex((line) => (left -= countTokens(line) + 1) < 0);
  let count = tooMany === -1 ? newest.length : tooMany;
  // What stands around the lines takes room as well.
  while (count > 0 && countTokens(renderBlock(block, count)) > tokens) count -= 1;
  return count;
}

function renderBlock(block: Block, lines?: number): string {
  return wrap(block.type, contentOf(block, lines));
}

function wrap(type: string, text: string): string {
  return `<context type="${type}">\n${text}\n</context>`;
}

function contentOf({ text, title, lines }: Block, count = lines): string {
  const shown = lines === undefined || count === undefined ? text : newestLines(text, count);
  return sanitize(
    [title, shown]
      .filter((part) => part !== undefined)
      .join("\n")
      .trim(),
  );
}

/** Keeps the newest lines, which are the last, under the heading that they belong to. */
function newestLines(text: string | undefined, count: number): string | undefined {
  const lines = linesOf(text);
  if (lines.length <= count) return text;
  const left = lines.slice(0, -count);
  const heading = left.findLast((line) => line.startsWith("#"));
  const cut = `… ${left.length} earlier lines`;
  return [cut, ...(heading === undefined ? [] : [heading]), ...lines.slice(-count)].join("\n");
}

function linesOf(text: string | undefined): readonly string[] {
  return text?.trimEnd().split("\n") ?? [];
}
