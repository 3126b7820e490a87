import { eventOf, type MockPart, type MockReply, type MockUsage, slices } from "./reply.ts";
import type { MockWire } from "./wire.ts";

const STOPS = {
  end: "stop",
  length: "length",
  tool: "tool_calls",
  refusal: "content_filter",
} as const;

/** OpenAI's chat completions, as most providers speak them. */
export const chatWire: MockWire = {
  *frames(reply) {
    yield chunk(reply, { role: "assistant", content: "" });
    let calls = 0;
    for (const part of reply.parts) {
      const index = part.type === "call" ? calls++ : 0;
      for (const delta of deltasOf(part, { index, length: reply.deltaChars }))
        yield chunk(reply, delta);
    }
    yield chunk(reply, {}, STOPS[reply.stop]);
    yield eventOf({ ...headOf(reply), choices: [], usage: usageOf(reply.usage) });
    yield "data: [DONE]\n\n";
  },

  breakage: () =>
    eventOf({
      error: { message: "The server had an error", type: "server_error", code: "server_error" },
    }),

  refusal: ({ type, message }) => ({ error: { message, type, param: null, code: type } }),
};

function headOf({ model }: MockReply) {
  return { id: "chatcmpl-mock", object: "chat.completion.chunk", created: 0, model };
}

function chunk(reply: MockReply, delta: unknown, finish: string | null = null): string {
  return eventOf({ ...headOf(reply), choices: [{ index: 0, delta, finish_reason: finish }] });
}

function deltasOf(
  part: MockPart,
  { index, length }: { index: number; length: number },
): readonly unknown[] {
  if (part.type === "text") return slices(part.text, length).map((content) => ({ content }));
  if (part.type === "reasoning")
    return slices(part.text, length).map((text) => ({ reasoning_content: text }));
  const { id, name, json } = part;
  return [
    { tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] },
    ...slices(json, length).map((piece) => ({
      tool_calls: [{ index, function: { arguments: piece } }],
    })),
  ];
}

function usageOf({ input, cacheRead, output, reasoning }: MockUsage) {
  const prompt = input + cacheRead;
  return {
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    prompt_tokens_details: { cached_tokens: cacheRead },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
