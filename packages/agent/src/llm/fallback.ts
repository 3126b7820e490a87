import type { Log } from "../platform/log.ts";
import { highestPrice } from "./max-cost.ts";
import { isOutage } from "./model-error.ts";
import { addFailedUsage } from "./failed-usage.ts";
import type {
  Model,
  ModelError,
  ModelEvent,
  ModelFailure,
  ModelRequest,
  StreamOptions,
} from "./model.ts";

/**
 * A chain of models as one: when a model is unavailable and has not said anything yet, the
 * next one answers. A request that is refused for its own faults is not passed on.
 * It goes by the first one's name and window; a thought of another one carries that
 * one's id. The last event names each model that is down; if none answers, the failure of the first
 * stands.
 */
export function createFallback(
  chain: readonly [Model, ...Model[]],
  { log }: { readonly log: Log },
): Model {
  return {
    ...chain[0],
    price: highestPrice(chain.map(({ price }) => price)),
    unpriced: chain.find(({ unpriced }) => unpriced !== undefined)?.unpriced,
    stream: (request, streaming) => passOn(chain, request, { ...streaming, log }),
  };
}

async function* passOn(
  chain: readonly Model[],
  request: ModelRequest,
  { signal, onBegin, log }: StreamOptions & { readonly log: Log },
): AsyncGenerator<ModelEvent> {
  const failures: ModelFailure[] = [];
  for (const [at, model] of chain.entries()) {
    const next = chain[at + 1];
    let isSilent = true;
    let isPassedOn = false;
    for await (const event of model.stream(request, { signal, onBegin })) {
      if (event.type === "error" && isOutage(event.error)) {
        const failure = { ...event.error, model: model.id };
        failures.push(failure);
        isPassedOn = isSilent && next !== undefined;
        const [first = failure] = failures;
        if (!isPassedOn) return yield { type: "error", error: standing(first, failures) };
        const { kind, message } = event.error;
        log.warn("model unavailable", { model: model.id, next: next?.id, kind, reason: message });
        break;
      }
      isSilent = false;
      yield withFailures(at > 0 ? signed(event, model) : event, failures);
    }
    if (!isPassedOn) return;
  }
}

/** The failure of the chosen model stands for all, until the first of them may be asked again. */
function standing(
  { model: _model, ...error }: ModelFailure,
  failures: readonly ModelFailure[],
): ModelError {
  const pauses = failures.map(({ retryAfterMs }) => retryAfterMs ?? 0);
  const spent = failures.flatMap((failure) => failure.spent ?? []);
  const retryAfterMs = Math.min(...pauses) || undefined;
  return { ...error, retryAfterMs, failures, ...(spent.length > 0 && { spent }) };
}

function withFailures(event: ModelEvent, failures: readonly ModelFailure[]): ModelEvent {
  if (failures.length === 0 || event.type === "text") return event;
  const lost = failures.flatMap(({ spent = [] }) => spent);
  const counted = addFailedUsage(event, lost);
  if (counted.type === "done") return { ...counted, response: { ...counted.response, failures } };
  return counted.type === "error" ? { ...counted, error: { ...counted.error, failures } } : counted;
}

function signed(event: ModelEvent, { id }: Model): ModelEvent {
  return event.type === "done" ? { ...event, response: { model: id, ...event.response } } : event;
}
