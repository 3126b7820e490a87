import { eventOf, type MockPart, type MockUsage, slices } from "./reply.ts";
import type { MockWire } from "./wire.ts";

const STOPS = {
  end: "end_turn",
  length: "max_tokens",
  tool: "tool_use",
  refusal: "refusal",
} as const;

/** Anthropic's messages. */
export const anthropicWire: MockWire = {
  *frames({ model, parts, stop, usage, deltaChars }) {
    const head = {
      id: "msg_mock",
      type: "message",
      role: "assistant",
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usageOf(usage), output_tokens: 1 },
    };
    yield named({ type: "message_start", message: head });
    yield named({ type: "ping" });
    for (const [index, part] of parts.entries()) {
      yield named({ type: "content_block_start", index, content_block: openBlock(part) });
      for (const delta of deltasOf(part, deltaChars))
        yield named({ type: "content_block_delta", index, delta });
      yield named({ type: "content_block_stop", index });
    }
    yield named({
      type: "message_delta",
      delta: { stop_reason: STOPS[stop], stop_sequence: null },
      usage: usageOf(usage),
    });
    yield named({ type: "message_stop" });
  },

  breakage: () =>
    named({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),

  refusal: ({ type, message }) => ({
    type: "error",
    error: { type, message },
    request_id: "req_mock",
  }),
};

function named(data: { readonly type: string; readonly [key: string]: unknown }): string {
  return eventOf(data, data.type);
}

function openBlock(part: MockPart): unknown {
  if (part.type === "text") return { type: "text", text: "" };
  if (part.type === "reasoning") return { type: "thinking", thinking: "", signature: "" };
  return { type: "tool_use", id: part.id, name: part.name, input: {} };
}

function deltasOf(part: MockPart, length: number): readonly unknown[] {
  if (part.type === "text")
    return slices(part.text, length).map((text) => ({ type: "text_delta", text }));
  if (part.type === "call")
    return slices(part.json, length).map((piece) => ({
      type: "input_json_delta",
      partial_json: piece,
    }));
  return [
    ...slices(part.text, length).map((thinking) => ({ type: "thinking_delta", thinking })),
    { type: "signature_delta", signature: part.signature },
  ];
}

function usageOf({ input, cacheRead, cacheWrite, output }: MockUsage) {
  return {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: output,
  };
}
