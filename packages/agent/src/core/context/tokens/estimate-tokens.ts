import type { ToolCall, TranscriptItem } from "../../../kernel/transcript.ts";
import { memoizeWeak } from "../../../kernel/memoize-weak.ts";
import { countTokens } from "../../../llm/count-tokens.ts";
import type { Message, ModelRequest, ToolDefinition } from "../../../llm/model.ts";
import { describeResult } from "../../../llm/render-messages.ts";

/** Tokens of a message beside its text. */
export const MESSAGE_TOKENS = 5;
/** Tokens of an id, of a call or of its result. */
const ID_TOKENS = 24;

/** Tokens of an image. Providers count by its size, and shrink large ones. */
const IMAGE_TOKENS = 1600;

/** About how many tokens a unit takes in a request. It is measured several times for each request, and never changes. */
export const estimateTokens: (unit: TranscriptItem) => number = memoizeWeak((unit) => {
  if (unit.type === "input")
    return MESSAGE_TOKENS + countTokens(unit.text) + costOfImages(unit.images);
  const calls = unit.calls.reduce((sum, call) => sum + costOfCall(call), 0);
  return MESSAGE_TOKENS + countTokens(unit.text) + costOfJson(unit.meta) + calls;
});

/** About how many tokens units take together. A history is measured several times for each request. */
export const costOfAll: (units: readonly TranscriptItem[]) => number = memoizeWeak((units) => {
  let sum = 0;
  for (const unit of units) sum += estimateTokens(unit);
  return sum;
});

/** Estimates the tokens of a call and its result beside arguments and text. */
export function overheadOf({ name }: Pick<ToolCall, "name">): number {
  return MESSAGE_TOKENS + 2 * (ID_TOKENS + countTokens(name));
}

/** Estimates the tokens of a value as JSON; 0 without one. */
export function costOfJson(value: unknown): number {
  return value === undefined ? 0 : countTokens(JSON.stringify(value));
}

/** Estimates the tokens of images beside their message. */
export function costOfImages(images: readonly unknown[] = []): number {
  return images.length * IMAGE_TOKENS;
}

/** Estimates the tokens of a tool's definition, which never changes. */
export const costOfTool: (tool: ToolDefinition) => number = memoizeWeak(
  ({ name, summary, params }) => MESSAGE_TOKENS + costOfJson({ name, summary, params }),
);

/** Estimates the tokens of the definitions of tools together. */
export function costOfTools(tools: readonly ToolDefinition[]): number {
  return tools.reduce((sum, tool) => sum + costOfTool(tool), 0);
}

/** About how many tokens a whole request is, for budgets. */
export function costOfRequest({ system, tools, messages }: ModelRequest): number {
  return (
    system.reduce((sum, section) => sum + countTokens(section), 0) +
    costOfTools(tools) +
    messages.reduce((sum, message) => sum + costOfMessage(message), 0)
  );
}

function costOfCall({ name, args, result }: ToolCall): number {
  return overheadOf({ name }) + costOfJson(args) + countTokens(describeResult(result));
}

function costOfMessage(message: Message): number {
  const text = MESSAGE_TOKENS + countTokens(message.text);
  switch (message.role) {
    case "user":
      return text + costOfImages(message.images);
    case "tool":
      return text + ID_TOKENS + countTokens(message.name);
    case "assistant":
      return message.calls.reduce(
        (sum, { name, args }) => sum + ID_TOKENS + countTokens(name) + costOfJson(args),
        text + costOfJson(message.meta),
      );
  }
}
