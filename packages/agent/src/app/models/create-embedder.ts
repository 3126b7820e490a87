import { Fault } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import type {
  CachedEmbedder,
  Embedder,
  EmbeddingConfig,
  EmbeddingLookup,
  EmbeddingUsage,
} from "../../llm/embeddings.ts";
import { createCachedEmbedder } from "../../llm/embeddings/cached.ts";
import { type EmbeddingProvider, OPENAI, VOYAGE } from "../../llm/embeddings/known-models.ts";
import { createLocalEmbedder } from "../../llm/embeddings/local.ts";
import { LOCAL_MODEL } from "../../llm/embeddings/model-folder.ts";
import { createOpenaiEmbedder } from "../../llm/embeddings/openai.ts";
import type { RemoteChoice } from "../../llm/embeddings/remote.ts";
import { createVoyageEmbedder } from "../../llm/embeddings/voyage.ts";
import { wait } from "../../kernel/wait.ts";
import { Secret } from "../../platform/secret.ts";

export interface EmbedderDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Where vectors were kept. */
  readonly lookUp: EmbeddingLookup;
  /** Told what requests to providers used. The local model costs nothing and is not mentioned. */
  readonly onUsage?: ((usage: EmbeddingUsage) => void) | undefined;
}

/**
 * The embedder of the config; undefined for `none`. Nothing is loaded or asked before
 * its first use. Throws a fault for a model that does not exist or has no key.
 */
export function createEmbedder(
  config: EmbeddingConfig,
  deps: EmbedderDeps,
): CachedEmbedder | undefined {
  const embedder = chooseEmbedder(config, deps);
  return embedder && createCachedEmbedder(embedder, deps);
}

function chooseEmbedder(config: EmbeddingConfig, deps: EmbedderDeps): Embedder | undefined {
  const remote = { ...deps, wait, random: Math.random };
  switch (config.provider) {
    case "none":
      return undefined;
    case "local":
      return openLocal(config);
    case "openai":
      return createOpenaiEmbedder(toChoice(config, OPENAI, deps), remote);
    case "anthropic":
      return createVoyageEmbedder(toChoice(config, VOYAGE, deps), remote);
  }
}

function openLocal({ model = LOCAL_MODEL.name }: EmbeddingConfig): Embedder {
  if (model === LOCAL_MODEL.name) return createLocalEmbedder();
  throw new Fault("missing", `Unknown local embedding model: ${model}`, {
    hint: `Use ${LOCAL_MODEL.name}, or a server on this machine: set embedding.provider to openai and embedding.baseUrl to its URL.`,
  });
}

/** A key of the environment belongs to the provider's own address. */
function toChoice(
  config: EmbeddingConfig,
  { keyVariable }: EmbeddingProvider,
  { env }: EmbedderDeps,
): RemoteChoice {
  const { model, baseUrl, apiKey, dimensions } = config;
  const text = baseUrl ? undefined : env[keyVariable];
  const key = apiKey ?? (text ? new Secret(text) : undefined);
  return { model, baseUrl: baseUrl?.replace(/\/+$/, ""), key, dims: dimensions };
}
