import { Fault } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import type { Secret } from "../../platform/secret.ts";
import type { Embedder, EmbeddingPurpose, EmbeddingUsage, EmbedOptions } from "../embeddings.ts";
import { isRetryable } from "../model-error.ts";
import type { ModelError, ModelErrorKind } from "../model.ts";
import { pauseAfter } from "../retry.ts";
import type { Wait } from "../../kernel/wait.ts";
import type { EmbeddingProvider } from "./known-models.ts";
import { requestVectors } from "./request-vectors.ts";

/** Chosen options of a provider. */
export interface RemoteChoice {
  /** Default: the provider's own. */
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly key?: Secret | undefined;
  readonly dims?: number | undefined;
}

export interface RemoteDeps {
  readonly clock: Clock;
  readonly wait: Wait;
  /** 0 to 1. */
  readonly random: () => number;
  /** Receives the usage of every successful request. */
  readonly onUsage?: ((usage: EmbeddingUsage) => void) | undefined;
}

/** Differences between providers of one protocol. */
export interface RemoteApi {
  /** Name in the embedder's id. */
  readonly name: string;
  readonly provider: EmbeddingProvider;
  readonly hasPurposes: boolean;
  /** Creates the body of a request; `dims` is set only if it differs from the model's default. */
  toBody(request: {
    readonly model: string;
    readonly input: readonly string[];
    readonly dims: number | undefined;
    readonly purpose: EmbeddingPurpose;
  }): Readonly<Record<string, unknown>>;
}

interface Patience {
  readonly tries: number;
  readonly timeoutMs: number;
  readonly maxMs: number;
}

/** A caller waits for a query; passages are not urgent. */
const PATIENCE: Readonly<Record<EmbeddingPurpose, Patience>> = {
  query: { tries: 2, timeoutMs: 5000, maxMs: 1000 },
  passage: { tries: 4, timeoutMs: 60_000, maxMs: 20_000 },
};

/** Request limits that every provider accepts: a text has no more tokens than characters. */
const BATCH = { texts: 96, chars: 60_000, textChars: 8000 };

/**
 * Creates an embedder over HTTP. Requests that fail for a temporary reason are sent again. Throws
 * `denied` if the key for the provider's own URL is missing, and `invalid` if the dimensions of the
 * model's vectors are unknown.
 */
export function createRemoteEmbedder(
  api: RemoteApi,
  choice: RemoteChoice,
  deps: RemoteDeps,
): Embedder {
  const { provider } = api;
  const { model = provider.model, key } = choice;
  const id = `${api.name}/${model}`;
  if (!key && !choice.baseUrl)
    throw new Fault("denied", `No API key for ${id}.`, {
      hint: `Set embedding.apiKey or ${provider.keyVariable}, or set embedding.provider to local.`,
    });
  const known = provider.models.get(model);
  const dims = choice.dims ?? known?.dims;
  if (dims === undefined)
    throw new Fault("invalid", `Reeve does not know how many dimensions ${id} has.`, {
      hint: "Set embedding.dimensions.",
    });
  const url = `${choice.baseUrl ?? provider.baseUrl}/embeddings`;
  const wantedDims = known && known.dims !== dims ? dims : undefined;
  const price = choice.baseUrl ? undefined : known?.price;

  const embedBatch = async (input: readonly string[], options: EmbedOptions) => {
    const { signal, purpose } = options;
    const { tries, timeoutMs, maxMs } = PATIENCE[purpose];
    const body = api.toBody({ model, input, dims: wantedDims, purpose });
    const request = { url, key, body, count: input.length, dims, timeoutMs, signal, ...deps };
    for (let attempt = 1; ; attempt += 1) {
      const answer = await requestVectors(request);
      if ("vectors" in answer) {
        deps.onUsage?.({ model: id, tokens: answer.tokens, costNano: cost(answer.tokens, price) });
        return answer.vectors;
      }
      const pauseMs =
        attempt < tries ? pauseAfter(answer.error, attempt, { ...deps, maxMs }) : undefined;
      if (pauseMs === undefined) throw toFault(answer.error, id);
      await deps.wait(pauseMs, signal);
    }
  };

  return {
    id,
    dims,
    hasPurposes: api.hasPurposes,
    async embed(texts, options) {
      const vectors: Float32Array[] = [];
      for (const batch of toBatches(texts)) vectors.push(...(await embedBatch(batch, options)));
      return vectors;
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Providers refuse empty texts, and some refuse long ones. */
function toBatches(texts: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let chars = Infinity;
  for (const text of texts) {
    const cut = text.slice(0, BATCH.textChars).trim() || ".";
    chars += cut.length;
    const current = batches.at(-1);
    if (current && current.length < BATCH.texts && chars <= BATCH.chars) {
      current.push(cut);
    } else {
      batches.push([cut]);
      chars = cut.length;
    }
  }
  return batches;
}

function cost(tokens: number, price: bigint | undefined): bigint | undefined {
  return price === undefined ? undefined : (BigInt(tokens) * price) / 1_000_000n;
}

const HINTS: Partial<Readonly<Record<ModelErrorKind, string>>> = {
  auth: "Check embedding.apiKey, embedding.model and the key's permissions.",
  shape: "Check embedding.model, embedding.dimensions and embedding.baseUrl.",
  rate: "Meanwhile, memory search matches keywords only. Wait, or raise the provider's limit.",
};

function toFault(error: ModelError, id: string): Fault {
  const passes =
    "Meanwhile, memory search matches keywords only. If this persists, check embedding.baseUrl.";
  const hint = (error.kind && HINTS[error.kind]) ?? (isRetryable(error) ? passes : undefined);
  return new Fault(error.code, `${id} returned no vectors: ${error.message}.`, {
    ...(hint && { hint }),
  });
}
