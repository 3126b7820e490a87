import { isRetryable, modelError } from "./model-error.ts";
import { addFailedUsage } from "./failed-usage.ts";
import type { ModelUsage } from "../kernel/usage.ts";
import type { Model, ModelError, ModelEvent, ModelRequest, StreamOptions } from "./model.ts";
import type { Wait } from "../kernel/wait.ts";

export interface RetryOptions {
  readonly wait: Wait;
  /** 0 to 1. */
  readonly random: () => number;
  readonly tries?: number;
  /** The longest first pause; it doubles with each try. */
  readonly baseMs?: number;
  /**
   * No pause is longer. A provider that asks for more is not asked again. Default: two seconds,
   * because nobody is told why the answer takes so long.
   */
  readonly maxMs?: number;
}

/**
 * A model that sends a request again when it failed for a reason that passes, and
 * nothing was said yet. Pauses are random up to a limit that doubles, or as long as
 * the provider asks for.
 */
export function withRetry(model: Model, options: RetryOptions): Model {
  return {
    ...model,
    stream: (request, streaming) => tryAll(model, request, { ...options, ...streaming }),
  };
}

async function* tryAll(
  model: Model,
  request: ModelRequest,
  options: RetryOptions & StreamOptions,
): AsyncGenerator<ModelEvent> {
  const { signal, onBegin, tries = 3 } = options;
  const lost: ModelUsage[] = [];
  for (let attempt = 1; ; attempt += 1) {
    let isSilent = true;
    let pauseMs: number | undefined;
    for await (const event of model.stream(request, { signal, onBegin })) {
      if (event.type === "error" && isSilent && attempt < tries) {
        pauseMs = pauseAfter(event.error, attempt, options);
        if (pauseMs !== undefined) lost.push(...(event.error.spent ?? []));
      }
      if (pauseMs !== undefined) break;
      isSilent = false;
      yield addFailedUsage(event, lost);
    }
    if (pauseMs === undefined) return;
    await options.wait(pauseMs, signal);
    if (signal.aborted) return yield addFailedUsage(aborted(request), lost);
  }
}

/** How long to wait after failure number `attempt`, from 1 on; undefined when waiting would not help. */
export function pauseAfter(
  error: ModelError,
  attempt: number,
  { random, baseMs = 500, maxMs = 2000 }: Pick<RetryOptions, "random" | "baseMs" | "maxMs">,
): number | undefined {
  if (!isRetryable(error)) return undefined;
  // It took long enough already: whoever waits is told before it is tried again.
  if (error.kind === "timeout") return undefined;
  const { retryAfterMs } = error;
  if (retryAfterMs !== undefined) return retryAfterMs <= maxMs ? retryAfterMs : undefined;
  return random() * Math.min(maxMs, baseMs * 2 ** (attempt - 1));
}

function aborted({ id }: ModelRequest): ModelEvent {
  return { type: "error", error: modelError("aborted", { message: `Request ${id} was aborted.` }) };
}
