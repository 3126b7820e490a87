import { expect, test } from "vitest";
import { Secret } from "../../platform/secret.ts";
import type { EmbeddingUsage } from "../embeddings.ts";
import { OPENAI } from "./known-models.ts";
import { createOpenaiEmbedder } from "./openai.ts";
import { createRemoteEmbedder, type RemoteChoice } from "./remote.ts";
import { type EmbeddingAnswer, serveEmbeddings } from "./testing/embedding-server.ts";
import { createVoyageEmbedder } from "./voyage.ts";

const clock = { now: () => 0 };
const { signal } = new AbortController();
const passage = { signal, purpose: "passage" } as const;
const query = { signal, purpose: "query" } as const;

const vectors = (...rows: readonly (readonly number[])[]): EmbeddingAnswer => ({
  body: {
    data: rows.map((embedding, index) => ({ index, embedding })),
    usage: { total_tokens: 1000 },
  },
});

interface OpenOptions {
  readonly choice?: RemoteChoice;
  readonly create?: typeof createOpenaiEmbedder;
}

const rows = (count: number) => vectors(...Array.from({ length: count }, () => [1, 0]));

/** An embedder of a server that answers so, whose pauses are written down and take no time. */
async function open(
  answers: readonly EmbeddingAnswer[],
  { choice = {}, create = createOpenaiEmbedder }: OpenOptions = {},
) {
  const server = await serveEmbeddings(answers);
  const pauses: number[] = [];
  const usages: EmbeddingUsage[] = [];
  const embedder = create(
    { model: "small", baseUrl: server.url, dims: 2, ...choice },
    {
      clock,
      random: () => 0.5,
      wait: async (ms) => void pauses.push(ms),
      onUsage: (usage) => usages.push(usage),
    },
  );
  return {
    server,
    embedder,
    pauses,
    usages,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

test("vectors come in the order of the texts and have the length 1", async () => {
  const body = {
    data: [
      { index: 1, embedding: [0, 5] },
      { index: 0, embedding: [3, 4] },
    ],
    usage: { total_tokens: 7 },
  };
  await using opened = await open([{ body }], { choice: { key: new Secret("k1") } });
  const { embedder, server, usages } = opened;
  const found = await embedder.embed(["one", ""], passage);
  expect(found).toEqual([Float32Array.of(0.6, 0.8), Float32Array.of(0, 1)]);
  expect(server.requests).toEqual([
    {
      path: "/embeddings",
      authorization: "Bearer k1",
      body: { model: "small", input: ["one", "."], encoding_format: "float" },
    },
  ]);
  expect(usages).toEqual([{ model: "openai/small", tokens: 7, costNano: undefined }]);
});

test("a server of one's own needs no key, and no texts no request", async () => {
  await using opened = await open([vectors([1, 0])]);
  await opened.embedder.embed(["one"], query);
  expect(await opened.embedder.embed([], query)).toEqual([]);
  expect(opened.server.requests.map(({ authorization }) => authorization)).toEqual([undefined]);
});

test("many and long texts go in several requests, cut", async () => {
  await using opened = await open([rows(96), rows(4), rows(7), rows(3)]);
  const { embedder, server } = opened;
  const short = Array.from({ length: 100 }, (_, n) => `text ${n}`);
  expect(await embedder.embed(short, passage)).toHaveLength(100);
  const long = Array.from({ length: 10 }, () => "x".repeat(9000));
  expect(await embedder.embed(long, passage)).toHaveLength(10);
  expect(server.requests.map(({ body }) => body["input"])).toEqual([
    short.slice(0, 96),
    short.slice(96),
    Array(7).fill("x".repeat(8000)),
    Array(3).fill("x".repeat(8000)),
  ]);
});

test("a busy provider is asked again after the time that it names", async () => {
  const busy = { status: 429, headers: { "retry-after": "3" }, body: { error: "slow down" } };
  await using opened = await open([busy, { status: 503 }, vectors([1, 0])]);
  expect(await opened.embedder.embed(["one"], passage)).toEqual([Float32Array.of(1, 0)]);
  expect(opened.pauses).toEqual([3000, 500]);
});

test("somebody who waits for a query is not made to wait long", async () => {
  const busy = { status: 429, headers: { "retry-after": "3" } };
  await using opened = await open([busy, vectors([1, 0])]);
  await expect(opened.embedder.embed(["one"], query)).rejects.toMatchObject({
    code: "exhausted",
    message: "openai/small returned no vectors: status 429: nothing.",
  });
  expect(opened.pauses).toEqual([]);
});

test.each([
  [401, "denied", 1],
  [400, "invalid", 1],
  [500, "unavailable", 4],
])("status %i is %s after %i requests", async (status, code, requests) => {
  const refusal = { status, body: { error: { message: "no" } } };
  await using opened = await open([refusal, refusal, refusal, refusal]);
  await expect(opened.embedder.embed(["one"], passage)).rejects.toMatchObject({
    code,
    message: `openai/small returned no vectors: status ${status}: {"error":{"message":"no"}}.`,
    hint: expect.stringContaining("embedding."),
  });
  expect(opened.server.requests).toHaveLength(requests);
  expect(opened.usages).toEqual([]);
});

test("vectors of another length are refused at once, with both lengths", async () => {
  await using opened = await open([vectors([1, 0, 0])]);
  await expect(opened.embedder.embed(["one"], passage)).rejects.toMatchObject({
    code: "invalid",
    message:
      "openai/small returned no vectors: the service returned vectors with 3 dimensions instead of 2.",
    hint: "Check embedding.model, embedding.dimensions and embedding.baseUrl.",
  });
});

test.each<[string, EmbeddingAnswer, string]>([
  [
    "a body that is no JSON",
    { text: "<html>oops" },
    "the service returned no embeddings: <html>oops",
  ],
  ["another JSON", { body: { ok: true } }, 'the service returned no embeddings: {"ok":true}'],
  ["too few vectors", vectors(), "the service returned 0 vectors instead of 1"],
  ["a vector of zeros", vectors([0, 0]), "a returned vector is all zeros"],
])("%s is unavailable after a second try", async (_what, answer, reason) => {
  await using opened = await open([answer, answer]);
  await expect(opened.embedder.embed(["one"], query)).rejects.toMatchObject({
    code: "unavailable",
    message: `openai/small returned no vectors: ${reason}.`,
  });
  expect(opened.server.requests).toHaveLength(2);
});

test("a server that is not there is unavailable", async () => {
  await using opened = await open([]);
  await opened.server[Symbol.asyncDispose]();
  await expect(opened.embedder.embed(["one"], query)).rejects.toMatchObject({
    code: "unavailable",
    message: `openai/small returned no vectors: ${opened.server.url}/embeddings could not be reached.`,
  });
});

test("a request that is cancelled is aborted", async () => {
  await using opened = await open(["silent"]);
  const stop = new AbortController();
  const waiting = opened.embedder.embed(["one"], { signal: stop.signal, purpose: "query" });
  await opened.server.asked;
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: "aborted" });
});

test("Voyage is told what a text is for, and how long vectors shall be", async () => {
  const choice = { model: "voyage-4" };
  await using opened = await open([vectors([1, 0]), vectors([0, 1])], {
    choice,
    create: createVoyageEmbedder,
  });
  const { embedder, server } = opened;
  await embedder.embed(["what?"], query);
  await embedder.embed(["that"], passage);
  expect([embedder.id, embedder.hasPurposes]).toEqual(["voyage/voyage-4", true]);
  expect(server.requests.map(({ body }) => body)).toEqual([
    { model: "voyage-4", input: ["what?"], input_type: "query", output_dimension: 2 },
    { model: "voyage-4", input: ["that"], input_type: "document", output_dimension: 2 },
  ]);
});

test("a known model has its own length and price", async () => {
  const embedding = [1, ...Array<number>(1535).fill(0)];
  const answer = { body: { data: [{ index: 0, embedding }], usage: { total_tokens: 5_000_000 } } };
  await using server = await serveEmbeddings([answer]);
  const usages: EmbeddingUsage[] = [];
  const embedder = createRemoteEmbedder(
    {
      name: "openai",
      provider: { ...OPENAI, baseUrl: server.url },
      hasPurposes: false,
      toBody: ({ dims, ...body }) => ({ ...body, dims: dims ?? "its own" }),
    },
    { key: new Secret("k1") },
    { clock, random: () => 0, wait: async () => {}, onUsage: (usage) => usages.push(usage) },
  );
  const [vector] = await embedder.embed(["one"], passage);
  expect(vector).toHaveLength(1536);
  expect(server.requests[0]?.body).toMatchObject({ dims: "its own" });
  expect(usages).toEqual([
    { model: "openai/text-embedding-3-small", tokens: 5_000_000, costNano: 100_000_000n },
  ]);
});

test("without a key, or a length, the setting that is missing is named", () => {
  const deps = { clock, random: () => 0, wait: async () => {} };
  expect(() => createVoyageEmbedder({}, deps)).toThrowError(
    expect.objectContaining({
      code: "denied",
      message: "No API key for voyage/voyage-4.",
      hint: "Set embedding.apiKey or VOYAGE_API_KEY, or set embedding.provider to local.",
    }),
  );
  const own = { baseUrl: "http://127.0.0.1:1/v1", model: "mine" };
  expect(() => createOpenaiEmbedder(own, deps)).toThrowError(
    expect.objectContaining({ code: "invalid", hint: "Set embedding.dimensions." }),
  );
});
