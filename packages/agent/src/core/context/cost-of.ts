import type { Call, Unit } from "../../kernel/unit.ts";
import { countTokens } from "../../llm/count-tokens.ts";
import type { Message, ModelRequest, ToolDefinition } from "../../llm/model.ts";
import { describeResult } from "../../llm/render-units.ts";

/** What a message costs beside its text. */
export const MESSAGE_TOKENS = 5;
/** What an id costs, of a call or of its result. */
const ID_TOKENS = 24;

/** About how many tokens a unit takes in a request. */
export function costOf(unit: Unit): number {
  if (unit.type === "input") return MESSAGE_TOKENS + countTokens(unit.text);
  const calls = unit.calls.reduce((sum, call) => sum + costOfCall(call), 0);
  return MESSAGE_TOKENS + countTokens(unit.text) + costOfJson(unit.meta) + calls;
}

/** About how many tokens units take together. */
export function costOfAll(units: readonly Unit[]): number {
  return units.reduce((sum, unit) => sum + costOf(unit), 0);
}

/** What a call and its result cost beside arguments and text. */
export function overheadOf({ name }: Pick<Call, "name">): number {
  return MESSAGE_TOKENS + 2 * (ID_TOKENS + countTokens(name));
}

/** What a value costs as JSON; nothing when there is none. */
export function costOfJson(value: unknown): number {
  return value === undefined ? 0 : countTokens(JSON.stringify(value));
}

/** What the definition of a tool costs. */
export function costOfTool({ name, summary, params }: ToolDefinition): number {
  return MESSAGE_TOKENS + costOfJson({ name, summary, params });
}

/** About how many tokens a whole request is, for budgets. */
export function costOfRequest({ system, tools, messages }: ModelRequest): number {
  return (
    system.reduce((sum, section) => sum + countTokens(section), 0) +
    tools.reduce((sum, tool) => sum + costOfTool(tool), 0) +
    messages.reduce((sum, message) => sum + costOfMessage(message), 0)
  );
}

function costOfCall({ name, args, result }: Call): number {
  return overheadOf({ name }) + costOfJson(args) + countTokens(describeResult(result));
}

function costOfMessage(message: Message): number {
  const text = MESSAGE_TOKENS + countTokens(message.text);
  switch (message.role) {
    case "user":
      return text;
    case "tool":
      return text + ID_TOKENS + countTokens(message.name);
    case "assistant":
      return message.calls.reduce(
        (sum, { name, args }) => sum + ID_TOKENS + countTokens(name) + costOfJson(args),
        text + costOfJson(message.meta),
      );
  }
}
