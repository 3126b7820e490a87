import type { Model, ModelRequest, Thought, Usage } from "../llm/model.ts";

/** What one request cost, and who answered it. */
export interface Spent {
  readonly model: string;
  readonly usage: Usage;
}

/** The whole answer; undefined when there was none. */
export async function askModel(
  request: ModelRequest,
  { model, signal }: { readonly model: Model; readonly signal: AbortSignal },
): Promise<Thought | undefined> {
  for await (const event of model.stream(request, { signal })) {
    if (event.type === "done") return event.thought.stop === "refusal" ? undefined : event.thought;
    if (event.type === "error") return undefined;
  }
  return undefined;
}
