import { parseJson } from "../../../kernel/text/parse-json.ts";
import { eventOf, type MockPart, type MockReply, type MockUsage, slices } from "./reply.ts";
import type { MockWire } from "./wire.ts";

interface WireEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** OpenAI's responses. */
export const responsesWire: MockWire = {
  *frames(reply) {
    let sequence = 0;
    for (const event of eventsOf(reply))
      yield eventOf({ ...event, sequence_number: sequence++ }, event.type);
  },

  breakage: () =>
    eventOf(
      {
        type: "error",
        sequence_number: 99,
        error: {
          type: "server_error",
          code: "server_error",
          message: "The server had an error",
          param: null,
        },
      },
      "error",
    ),

  refusal: ({ type, message }) => ({ error: { message, type, param: null, code: type } }),
};

function* eventsOf(reply: MockReply): Generator<WireEvent> {
  yield {
    type: "response.created",
    response: responseOf(reply, { status: "in_progress", output: [] }),
  };
  for (const [index, part] of reply.parts.entries()) {
    const item = itemOf(part, index);
    const place = { item_id: item.id, output_index: index };
    yield {
      type: "response.output_item.added",
      output_index: index,
      item: { ...item, ...emptyOf(part) },
    };
    yield* partEvents(part, { place, length: reply.deltaChars });
    yield { type: "response.output_item.done", output_index: index, item };
  }
  const status = reply.stop === "length" || reply.stop === "refusal" ? "incomplete" : "completed";
  yield {
    type: `response.${status}`,
    response: responseOf(reply, { status, output: reply.parts.map(itemOf) }),
  };
}

function itemOf(part: MockPart, index: number) {
  if (part.type === "text")
    return {
      id: `msg_${index}`,
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: part.text, annotations: [] }],
    };
  if (part.type === "reasoning")
    return {
      id: `rs_${index}`,
      type: "reasoning",
      summary: [{ type: "summary_text", text: part.text }],
      encrypted_content: part.signature,
    };
  if (part.isSearch)
    return {
      id: `tsc_${index}`,
      type: "tool_search_call",
      status: "completed",
      execution: "client",
      call_id: part.id,
      arguments: parseJson(part.json)?.value,
    };
  return {
    id: `fc_${index}`,
    type: "function_call",
    status: "completed",
    call_id: part.id,
    name: part.name,
    arguments: part.json,
  };
}

/** Returns the fields of an item that has only been announced. */
function emptyOf(part: MockPart) {
  if (part.type === "text") return { status: "in_progress", content: [] };
  if (part.type === "reasoning") return { summary: [], encrypted_content: null };
  return { status: "in_progress", arguments: part.isSearch ? {} : "" };
}

function* partEvents(
  part: MockPart,
  { place, length }: { place: object; length: number },
): Generator<WireEvent> {
  if (part.type === "call") {
    if (part.isSearch) return;
    for (const delta of slices(part.json, length))
      yield { type: "response.function_call_arguments.delta", ...place, delta };
    yield { type: "response.function_call_arguments.done", ...place, arguments: part.json };
    return;
  }
  const { text } = part;
  if (part.type === "reasoning") {
    const at = { ...place, summary_index: 0 };
    const empty = { type: "summary_text", text: "" };
    yield { type: "response.reasoning_summary_part.added", ...at, part: empty };
    for (const delta of slices(text, length))
      yield { type: "response.reasoning_summary_text.delta", ...at, delta };
    yield { type: "response.reasoning_summary_text.done", ...at, text };
    yield { type: "response.reasoning_summary_part.done", ...at, part: { ...empty, text } };
    return;
  }
  const at = { ...place, content_index: 0 };
  const empty = { type: "output_text", text: "", annotations: [] };
  yield { type: "response.content_part.added", ...at, part: empty };
  for (const delta of slices(text, length))
    yield { type: "response.output_text.delta", ...at, delta, logprobs: [] };
  yield { type: "response.output_text.done", ...at, text, logprobs: [] };
  yield { type: "response.content_part.done", ...at, part: { ...empty, text } };
}

function responseOf(
  { model, stop, usage }: MockReply,
  { status, output }: { status: string; output: readonly unknown[] },
) {
  const reason = stop === "refusal" ? "content_filter" : "max_output_tokens";
  return {
    id: "resp_mock",
    object: "response",
    created_at: 0,
    status,
    model,
    output,
    usage: status === "in_progress" ? null : usageOf(usage),
    error: null,
    incomplete_details: status === "incomplete" ? { reason } : null,
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
  };
}

function usageOf({ input, cacheRead, output, reasoning }: MockUsage) {
  const prompt = input + cacheRead;
  return {
    input_tokens: prompt,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: prompt + output,
  };
}
