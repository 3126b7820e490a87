import { z } from "zod";
import { secret } from "../platform/secret.ts";

/** The `embedding` section of the config. */
export const embeddingConfig = z.object({
  provider: z
    .enum(["local", "openai", "anthropic", "none"])
    .default("local")
    .describe(
      "The embedding provider for semantic search in memory. local: a model that is included with Reeve and runs on this machine. openai: any server with OpenAI's API. anthropic: Voyage AI. none: memory search matches keywords only.",
    ),
  model: z
    .string()
    .min(1)
    .optional()
    .describe(
      "The embedding model. Default: the provider's default. After a change, memory is indexed again in the background.",
    ),
  baseUrl: z
    .url()
    .optional()
    .describe(
      "The provider's base URL, including the version. Default: the provider's public API.",
    ),
  apiKey: secret()
    .optional()
    .describe("The provider's API key. Default: OPENAI_API_KEY or VOYAGE_API_KEY."),
  dimensions: z
    .int()
    .min(1)
    .max(8192)
    .optional()
    .describe(
      "The number of vector dimensions. Required for models that Reeve does not know. For known models, a smaller number requests shorter vectors.",
    ),
});

export type EmbeddingConfig = z.output<typeof embeddingConfig>;

/** Turns texts into vectors that are close to each other if the texts have similar meanings. */
export interface Embedder extends AsyncDisposable {
  /** `provider/model`. Vectors of different ids are not comparable. */
  readonly id: string;
  /** Number of dimensions. */
  readonly dims: number;
  /** Whether queries and passages are embedded differently. */
  readonly hasPurposes: boolean;
  /**
   * Returns one vector of length 1 per text, in the same order; do not change them. Long texts are
   * cut. Rejects with a fault, `unavailable` if it may work later or elsewhere.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
}

/** `query`: a caller is waiting. `passage`: it is stored for later searches and is not urgent. */
export type EmbeddingPurpose = "query" | "passage";

export interface EmbedOptions {
  readonly signal: AbortSignal;
  readonly purpose: EmbeddingPurpose;
}

/** Usage of one request to a provider. */
export interface EmbeddingUsage {
  /** The embedder's id. */
  readonly model: string;
  readonly tokens: number;
  /** Billionths of a dollar; undefined when the price is not known. */
  readonly costNano: bigint | undefined;
}

/** An embedder with a cache. */
export interface CachedEmbedder extends Embedder {
  /**
   * Returns the changes to save since the last call. Write them in a commit that happens anyway; if
   * they are not written, only time is lost.
   */
  takeChanges(): EmbeddingChanges;
  /** Drops the vectors of texts from memory and from the result of `takeChanges`. */
  forget(texts: readonly string[]): void;
}

/** `model` identifies the embedding: the same text with the same name has the same vector. */
export interface EmbeddedText {
  readonly model: string;
  readonly text: string;
}

export interface EmbeddingChanges {
  readonly added: readonly (EmbeddedText & { readonly vector: Float32Array })[];
  /** Vectors that were read from disk. */
  readonly used: readonly EmbeddedText[];
  /** Whether old vectors should be removed now. */
  readonly isTrimDue: boolean;
}

/** Looks up stored vectors by text; unknown texts are omitted. */
export interface EmbeddingLookup {
  (model: string, texts: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
}
