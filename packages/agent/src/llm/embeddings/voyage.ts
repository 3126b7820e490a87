import type { Embedder } from "../embeddings.ts";
import { VOYAGE } from "./known-models.ts";
import { createRemoteEmbedder, type RemoteChoice, type RemoteDeps } from "./remote.ts";

/** Voyage, which Anthropic recommends; it embeds queries in another way than passages. */
export function createVoyageEmbedder(choice: RemoteChoice, deps: RemoteDeps): Embedder {
  return createRemoteEmbedder(
    {
      name: "voyage",
      provider: VOYAGE,
      hasPurposes: true,
      toBody: ({ model, input, dims, purpose }) => ({
        model,
        input,
        input_type: purpose === "query" ? "query" : "document",
        ...(dims !== undefined && { output_dimension: dims }),
      }),
    },
    choice,
    deps,
  );
}
