import { isFault } from "@reeve/sdk";
import { modelError } from "./model-error.ts";
import type { Model, ModelEvent, ModelRequest, StreamOptions } from "./model.ts";

export interface PendingModelOptions {
  /** Opens the model; rejects while it cannot be reached. */
  readonly open: () => Promise<Model>;
  /** Called once the model is open. */
  readonly onOpen: (model: Model) => void;
}

/** Context window that is assumed of a model whose server has not told it yet, in tokens. */
const ASSUMED_TOKENS = 32_768;

/** A model whose server could not be reached yet: each request tries again to open it. */
export function createPendingModel(id: string, options: PendingModelOptions): Model {
  return {
    id,
    contextTokens: ASSUMED_TOKENS,
    stream: (request, streaming) => tryToOpen(options, request, streaming),
  };
}

async function* tryToOpen(
  { open, onOpen }: PendingModelOptions,
  request: ModelRequest,
  streaming: StreamOptions,
): AsyncGenerator<ModelEvent> {
  let model: Model;
  try {
    model = await open();
  } catch (error) {
    if (!isFault(error)) throw error;
    const { message } = error;
    return yield { type: "error", error: modelError("network", { message }) };
  }
  onOpen(model);
  yield* model.stream(request, streaming);
}
