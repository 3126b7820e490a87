import { z } from "zod";
import { isRecord } from "../../src/kernel/text/json.ts";

const text = z
  .string()
  .nullish()
  .transform((given) => given ?? "");

const message = z.discriminatedUnion("role", [
  z.object({ role: z.literal("system"), content: text }),
  z.object({ role: z.literal("user"), content: text }),
  z.object({ role: z.literal("tool"), content: text }),
  z.object({
    role: z.literal("assistant"),
    content: text,
    tool_calls: z
      .array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) }))
      .default([]),
  }),
]);

/** A streamed chat completion, as far as the local model's server reads it. */
export const localChatRequest = z.object({
  messages: z.array(message),
  tools: z
    .array(
      z.object({
        function: z.object({
          name: z.string(),
          description: z.string(),
          parameters: z.record(z.string(), z.unknown()),
        }),
      }),
    )
    .default([]),
  temperature: z.number().optional(),
  max_tokens: z.int().positive().default(128),
  stream: z.literal(true),
});

export type LocalChatRequest = z.output<typeof localChatRequest>;

/** Shows a model that knows no tools what a call looks like. */
const EXAMPLES = `Question: how much is 2 plus 3?
Call: {"tool": "calculator", "arguments": {"expression": "2 + 3"}}
Question: search the web for cheap flights
Call: {"tool": "web_search", "arguments": {"query": "cheap flights"}}
`;

const SPEAKERS = { user: "Question", tool: "Tool result" } as const;

const MAX_STRING_CHARS = 60;

/** Checks whether the response should be a call: tools are offered, and the last message is no result. */
export function wantsCall({ tools, messages }: LocalChatRequest): boolean {
  return tools.length > 0 && messages.at(-1)?.role !== "tool";
}

/** Returns the conversation as a text that a model without a chat template can go on with. */
export function toTranscript(request: LocalChatRequest): string {
  const lines = request.messages.map(toLine).join("");
  if (!wantsCall(request)) return `${lines}Answer:`;
  const names = request.tools.map(({ function: tool }) => `${tool.name} (${tool.description})`);
  return `Tools: ${names.join("; ")}\n${EXAMPLES}${lines}Call: `;
}

function toLine(said: LocalChatRequest["messages"][number]): string {
  if (said.role === "system") return `${said.content}\n\n`;
  if (said.role !== "assistant") return `${SPEAKERS[said.role]}: ${said.content}\n`;
  if (said.tool_calls.length === 0) return `Answer: ${said.content}\n`;
  return said.tool_calls
    .map(({ function: call }) => `Call: {"tool": "${call.name}", "arguments": ${call.arguments}}\n`)
    .join("");
}

/** Returns the JSON Schema of a call of any of the tools. */
export function callSchema({ tools }: LocalChatRequest): Readonly<Record<string, unknown>> {
  return {
    oneOf: tools.map(({ function: { name, parameters } }) => ({
      type: "object",
      properties: { tool: { const: name }, arguments: withShortStrings(parameters) },
    })),
  };
}

/** Limits strings, because a small model rambles and would not close its JSON otherwise. */
function withShortStrings(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const { type, properties } = schema;
  if (type === "string") return { type, maxLength: MAX_STRING_CHARS };
  if (type !== "object" || !isRecord(properties)) return schema;
  const short = Object.entries(properties).map(([name, inner]) => [name, withShortStrings(inner)]);
  return { type, properties: Object.fromEntries(short) };
}
