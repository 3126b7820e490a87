import { totalUsage } from "./failed-usage.ts";
import type { ModelUsage } from "../kernel/usage.ts";
import type { Model, ModelRequest, ModelResponse } from "./model.ts";

/** Response to a request, and its usage. */
export interface Answer {
  /** Undefined if there was none or the model refused. */
  readonly response: ModelResponse | undefined;
  /** Usage, including failed attempts. */
  readonly spent: readonly ModelUsage[];
}

/** Sends a request to a model and waits for the whole response. */
export async function askModel(
  request: ModelRequest,
  { model, signal }: { readonly model: Model; readonly signal: AbortSignal },
): Promise<Answer> {
  for await (const event of model.stream(request, { signal })) {
    if (event.type === "error") return { response: undefined, spent: event.error.spent ?? [] };
    if (event.type !== "done") continue;
    const { response } = event;
    const spent = totalUsage(response, model);
    return { response: response.stop === "refusal" ? undefined : response, spent };
  }
  return { response: undefined, spent: [] };
}
