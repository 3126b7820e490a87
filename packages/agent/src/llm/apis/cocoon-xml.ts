import type { Message, ModelRequest, ToolDefinition } from "../model.ts";
import { openaiChat } from "./openai-chat.ts";
import { portable } from "./schema/portable.ts";
import type { Wire } from "./wire.ts";

/** Chat completions of a backend that knows no tools: they stand in the prompt, calls in the text. */
export const cocoonXml: Wire = {
  ...openaiChat,
  rewrite: rewriteTools,
  tags: ["tool_call"],
};

const INTRODUCTION = `# Tools

You may call one or more functions to assist with the user query.

You are provided with function signatures within <tools></tools> XML tags:
<tools>`;

const CLOSING = `</tools>

For each function call, return a JSON object with function name and arguments within <tool_call></tool_call> XML tags:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call>`;

/** Tags that only we may write. */
const OURS = /<(\/?(?:tools|tool_call|tool_response|think)\b)/gi;

/** Puts tools, calls and results into words. */
function rewriteTools(request: ModelRequest): ModelRequest {
  const [stable = "", ...others] = request.system;
  const system =
    request.tools.length === 0
      ? request.system
      : [[stable, describeTools(request.tools)].join("\n\n"), ...others];
  return { ...request, system, tools: [], messages: request.messages.map(rewriteMessage) };
}

function describeTools(tools: readonly ToolDefinition[]): string {
  const lines = tools.map(({ name, summary, params }) =>
    JSON.stringify({
      type: "function",
      function: { name, description: summary, parameters: portable(params) },
    }),
  );
  return [INTRODUCTION, ...lines, CLOSING].join("\n");
}

function rewriteMessage(message: Message): Message {
  if (message.role === "user") return { ...message, text: disarm(message.text) };
  if (message.role === "tool") {
    const { text } = message;
    return { role: "user", text: `<tool_response>\n${disarm(text)}\n</tool_response>` };
  }
  const calls = message.calls.map(
    ({ name, args }) => `<tool_call>\n${jsonInTag({ name, arguments: args })}\n</tool_call>`,
  );
  const text = [disarm(message.text), ...calls].filter((part) => part !== "").join("\n");
  return { role: "assistant", text, calls: [] };
}

/** A text in which no tag of ours opens or closes. */
function disarm(text: string): string {
  return text.replaceAll(OURS, "&lt;$1");
}

/** JSON whose strings cannot close the tag around it. */
function jsonInTag(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", String.raw`\u003c`);
}
