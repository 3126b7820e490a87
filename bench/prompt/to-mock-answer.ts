import type { MockAnswer } from "../../packages/agent/src/llm/testing/mock-server.ts";
import type { WireBody } from "./measure.ts";
import type { ScriptedAnswer } from "./run-talk.ts";

/**
 * Calls a tool as the request allows: by its name if the request holds it, otherwise through
 * `tool_call`. A model cannot know a tool that is neither held nor described.
 */
export function toMockAnswer(
  { text = "", tool, input }: ScriptedAnswer,
  body: WireBody,
): { readonly answer: MockAnswer; readonly isUnknown: boolean } {
  if (tool === undefined) return { answer: { text }, isUnknown: false };
  const { tools, ...rest } = body;
  const prompt = JSON.stringify(rest);
  const isHeld =
    listOf(tools).some((one) => nameOf(one) === tool && one["defer_loading"] !== true) ||
    prompt.includes(`"tool_name":"${tool}"`);
  const call = isHeld
    ? { name: tool, args: input }
    : { name: "tool_call", args: { name: tool, arguments: input } };
  return { answer: { calls: [call] }, isUnknown: !isHeld && !prompt.includes(`${tool}(`) };
}

function nameOf(tool: Readonly<Record<string, unknown>>): unknown {
  const { name, function: inner } = tool;
  return name ?? listOf([inner])[0]?.["name"];
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value : [];
}
