import type { Log } from "../platform/log.ts";
import { highestPrice } from "./max-cost.ts";
import { isOutage } from "./model-error.ts";
import { addFailedUsage } from "./failed-usage.ts";
import type { ModelUsage } from "../kernel/usage.ts";
import type { Model, ModelEvent, ModelRequest } from "./model.ts";

/**
 * A chain of models as one: when a model is unavailable and has not said anything yet, the
 * next one answers. A request that is refused for its own faults is not passed on.
 * It goes by the first one's name and window; a thought of another one carries that
 * one's id.
 */
export function createFallback(
  chain: readonly [Model, ...Model[]],
  { log }: { readonly log: Log },
): Model {
  return {
    ...chain[0],
    price: highestPrice(chain.map(({ price }) => price)),
    stream: (request, { signal }) => passOn(chain, request, { signal, log }),
  };
}

async function* passOn(
  chain: readonly Model[],
  request: ModelRequest,
  { signal, log }: { readonly signal: AbortSignal; readonly log: Log },
): AsyncGenerator<ModelEvent> {
  const lost: ModelUsage[] = [];
  for (const [at, model] of chain.entries()) {
    const next = chain[at + 1];
    let isSilent = true;
    let isPassedOn = false;
    for await (const event of model.stream(request, { signal })) {
      isPassedOn = event.type === "error" && isSilent && Boolean(next) && isOutage(event.error);
      if (event.type === "error" && isPassedOn) {
        const { kind, message, spent = [] } = event.error;
        lost.push(...spent);
        log.warn("model unavailable", { model: model.id, next: next?.id, kind, reason: message });
        break;
      }
      isSilent = false;
      yield addFailedUsage(at > 0 ? signed(event, model) : event, lost);
    }
    if (!isPassedOn) return;
  }
}

function signed(event: ModelEvent, { id }: Model): ModelEvent {
  return event.type === "done" ? { ...event, response: { model: id, ...event.response } } : event;
}
