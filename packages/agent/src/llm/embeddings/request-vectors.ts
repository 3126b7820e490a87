import { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { parseJson } from "../../kernel/text/parse-json.ts";
import type { Secret } from "../../platform/secret.ts";
import { classifyFailure } from "../apis/classify-failure.ts";
import { modelError } from "../model-error.ts";
import type { ModelError } from "../model.ts";
import { normalizeVector } from "./normalize-vector.ts";
import { attempt } from "../../kernel/attempt.ts";

export interface VectorRequest {
  readonly url: string;
  readonly key: Secret | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  /** How many vectors must come, and how many numbers each must have. */
  readonly count: number;
  readonly dims: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

export type VectorAnswer =
  | { readonly vectors: readonly Float32Array[]; readonly tokens: number }
  | { readonly error: ModelError };

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.number()) })),
  usage: z.object({ total_tokens: z.number().default(0) }).default({ total_tokens: 0 }),
});

const QUOTED_CHARS = 200;

/** Asks once, in the protocol that OpenAI, Voyage and most servers share. Never rejects. */
export async function requestVectors(request: VectorRequest): Promise<VectorAnswer> {
  const sent = await attempt(send(request));
  if (sent.status === "rejected") return { error: toNoAnswer(sent.reason, request) };
  const { response, text } = sent.value;
  if (response.ok) return readVectors(text, request);
  const failure = {
    message: `status ${response.status}: ${quote(text)}`,
    statusCode: response.status,
    responseBody: text,
    responseHeaders: Object.fromEntries(response.headers),
  };
  return { error: classifyFailure(failure, request.clock) };
}

async function send(request: VectorRequest): Promise<{ response: Response; text: string }> {
  const { url, key, body, signal, timeoutMs } = request;
  const response = await fetch(url, {
    method: "POST",
    // A key goes to the host it was given for, and nowhere else.
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      ...(key && { authorization: `Bearer ${key.reveal()}` }),
    },
    body: JSON.stringify(body),
  });
  return { response, text: await response.text() };
}

function toNoAnswer(reason: unknown, { signal, timeoutMs, url }: VectorRequest): ModelError {
  if (signal.aborted) return modelError("aborted", { message: "the request was cancelled" });
  const isSlow = reason instanceof Error && reason.name === "TimeoutError";
  if (isSlow) return modelError("timeout", { message: `no response within ${timeoutMs} ms` });
  return modelError("network", { message: `${url} could not be reached` });
}

function readVectors(text: string, { count, dims }: VectorRequest): VectorAnswer {
  const answer = answerSchema.safeParse(parseJson(text)?.value);
  if (!answer.success)
    return {
      error: modelError("server", {
        message: `the service returned no embeddings: ${quote(text)}`,
      }),
    };
  const { data, usage } = answer.data;
  if (data.length !== count) {
    const message = `the service returned ${data.length} vectors instead of ${count}`;
    return { error: modelError("server", { message }) };
  }
  const wrong = data.find(({ embedding }) => embedding.length !== dims);
  if (wrong) {
    const message = `the service returned vectors with ${wrong.embedding.length} dimensions instead of ${dims}`;
    return { error: modelError("shape", { message }) };
  }
  const inOrder = data
    .map(({ index, embedding }, at) => ({ index: index ?? at, embedding }))
    .toSorted((one, other) => one.index - other.index);
  const vectors = inOrder.flatMap(
    ({ embedding }) => normalizeVector(Float32Array.from(embedding)) ?? [],
  );
  if (vectors.length === count) return { vectors, tokens: usage.total_tokens };
  return { error: modelError("server", { message: "a returned vector is all zeros" }) };
}

function quote(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, QUOTED_CHARS) || "nothing";
}
