import { expect, test } from "vitest";
import { embeddingConfig } from "../../llm/embeddings.ts";
import { serveEmbeddings } from "../../llm/embeddings/testing/embedding-server.ts";
import { createEmbedder } from "./create-embedder.ts";

const deps = {
  env: {},
  clock: { now: () => 0 },
  lookUp: async () => new Map<string, Float32Array>(),
};
const { signal } = new AbortController();

function idOf(settings: object, env: Readonly<Record<string, string>> = {}): string | undefined {
  return createEmbedder(embeddingConfig.parse(settings), { ...deps, env })?.id;
}

test("each provider has a model of its own, and none has none", () => {
  expect(idOf({})).toBe("local/all-MiniLM-L6-v2");
  expect(idOf({ provider: "none" })).toBe(undefined);
  expect(idOf({ provider: "openai" }, { OPENAI_API_KEY: "k" })).toBe(
    "openai/text-embedding-3-small",
  );
  expect(idOf({ provider: "anthropic", apiKey: "k" })).toBe("voyage/voyage-4");
  expect(idOf({ provider: "anthropic", apiKey: "k", model: "voyage-4-lite" })).toBe(
    "voyage/voyage-4-lite",
  );
});

test("a local model that does not come along is refused", () => {
  expect(() => idOf({ model: "bge-m3" })).toThrowError(
    expect.objectContaining({
      code: "missing",
      message: "Unknown local embedding model: bge-m3",
    }),
  );
});

test("a key of the environment is not sent to another address", async () => {
  const body = { data: [{ index: 0, embedding: [1] }] };
  await using server = await serveEmbeddings([{ body }, { body }]);
  const settings = { provider: "openai", model: "m", dimensions: 1, baseUrl: `${server.url}/v1/` };
  const env = { OPENAI_API_KEY: "of the environment" };
  for (const apiKey of [undefined, "of the settings"]) {
    const config = embeddingConfig.parse({ ...settings, apiKey });
    await createEmbedder(config, { ...deps, env })?.embed(["x"], { signal, purpose: "query" });
  }
  expect(server.requests.map(({ path, authorization }) => [path, authorization])).toEqual([
    ["/v1/embeddings", undefined],
    ["/v1/embeddings", "Bearer of the settings"],
  ]);
});
