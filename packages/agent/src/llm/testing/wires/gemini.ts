import { parseJson } from "../../../kernel/text/parse-json.ts";
import { eventOf, type MockPart, type MockReply, type MockUsage, slices } from "./reply.ts";
import type { MockWire } from "./wire.ts";

const STOPS = { end: "STOP", length: "MAX_TOKENS", tool: "STOP", refusal: "SAFETY" } as const;

/** The API's names of the statuses, which stand beside the number in its errors. */
const STATUSES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

/** Gemini's streamGenerateContent with `alt=sse`. It sends the arguments of a call in one piece. */
export const geminiWire: MockWire = {
  *frames(reply) {
    for (const part of reply.parts)
      for (const piece of piecesOf(part, reply.deltaChars)) yield chunk(reply, [piece]);
    yield chunk(reply, [{ text: "" }], STOPS[reply.stop]);
  },

  breakage: () =>
    eventOf({
      error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" },
    }),

  refusal: ({ status, message }) => ({
    error: { code: status, message, status: STATUSES[status] ?? "UNKNOWN" },
  }),
};

function chunk(reply: MockReply, parts: readonly unknown[], finish?: string): string {
  const candidate = { content: { role: "model", parts }, index: 0 };
  return eventOf({
    candidates: [finish === undefined ? candidate : { ...candidate, finishReason: finish }],
    usageMetadata: usageOf(reply.usage),
    modelVersion: reply.model,
    responseId: "resp_mock",
  });
}

function piecesOf(part: MockPart, length: number): readonly unknown[] {
  if (part.type === "text") return slices(part.text, length).map((text) => ({ text }));
  if (part.type === "call") {
    const { id, name } = part;
    const args = parseJson(part.json)?.value ?? {};
    return [{ functionCall: { id, name, args }, thoughtSignature: `signature-${id}` }];
  }
  return slices(part.text, length).map((text) => ({ text, thought: true }));
}

function usageOf({ input, cacheRead, output, reasoning }: MockUsage) {
  const prompt = input + cacheRead;
  return {
    promptTokenCount: prompt,
    cachedContentTokenCount: cacheRead,
    candidatesTokenCount: output - reasoning,
    thoughtsTokenCount: reasoning,
    totalTokenCount: prompt + output,
  };
}
