import type { Embedder } from "../embeddings.ts";
import { OPENAI } from "./known-models.ts";
import { createRemoteEmbedder, type RemoteChoice, type RemoteDeps } from "./remote.ts";

/** OpenAI, or any server with its `/embeddings`. A server of one's own needs no key. */
export function createOpenaiEmbedder(choice: RemoteChoice, deps: RemoteDeps): Embedder {
  return createRemoteEmbedder(
    {
      name: "openai",
      provider: OPENAI,
      hasPurposes: false,
      toBody: ({ model, input, dims }) => ({
        model,
        input,
        encoding_format: "float",
        ...(dims !== undefined && { dimensions: dims }),
      }),
    },
    choice,
    deps,
  );
}
