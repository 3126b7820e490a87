import { expect, test } from "vitest";
import { embeddingConfig } from "../../../llm/embeddings.ts";
import { serveEmbeddings } from "../../../llm/embeddings/testing/embedding-server.ts";
import { checkEmbedder } from "./check-embedder.ts";

const { signal } = new AbortController();
const parts = { env: {}, scope: "local", signal } as const;

test("the local embedder is tried", async () => {
  expect(await checkEmbedder(embeddingConfig.parse({}), parts)).toEqual({
    state: "ok",
    message: "local/all-MiniLM-L6-v2, 384 dimensions, works",
  });
});

test("without an embedder it says how memory is searched", async () => {
  expect(await checkEmbedder(embeddingConfig.parse({ provider: "none" }), parts)).toEqual({
    state: "ok",
    message: "none: memory search matches keywords only",
  });
});

test("a provider is asked only when it may be, and a refusal is a warning", async () => {
  await using server = await serveEmbeddings([{ status: 401 }]);
  const config = embeddingConfig.parse({
    provider: "openai",
    model: "m",
    dimensions: 3,
    baseUrl: server.url,
  });
  expect(await checkEmbedder(config, parts)).toEqual({
    state: "ok",
    message: "openai/m, 3 dimensions; test it with: reeve doctor --online",
  });
  expect(server.requests).toEqual([]);
  expect(await checkEmbedder(config, { ...parts, scope: "online" })).toEqual({
    state: "warning",
    message:
      "openai/m returned no vectors: status 401: nothing. Check embedding.apiKey, embedding.model and the key's permissions.",
  });
});
