import type { ToolDefinition } from "./model.ts";

/** Tools that are not in a model's list, in words: it calls them through `tool_call`. */
export function describeTools(tools: readonly ToolDefinition[]): string {
  const lines = tools.map(({ name, summary, params }) => JSON.stringify({ name, summary, params }));
  return `<context type="tools">\nCall these with tool_call:\n${lines.join("\n")}\n</context>`;
}
