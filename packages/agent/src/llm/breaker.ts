import type { Clock } from "../kernel/clock.ts";
import { isOutage } from "./model-error.ts";
import { retryDelay } from "./retry-delay.ts";
import type { Model, ModelError, ModelEvent, ModelRequest, StreamOptions } from "./model.ts";

export interface BreakerOptions {
  /** Measures durations: a step of the machine's clock must not keep a model away. */
  readonly clock: Clock;
}

/** Keeps requests away from models that are down. */
export interface Breaker {
  /**
   * The same model; while it is down, requests fail at once as the last one did. After a while one
   * request goes out to see whether it is back; the others fail until it ends.
   * `key` tells apart what fails on its own: provider, model, and whose key it is.
   */
  guard(model: Model, key: string): Model;
}

interface Circuit {
  /** The failure that the last request ended with; undefined while the model answers. */
  down: { readonly error: ModelError; readonly since: number; readonly until: number } | undefined;
  isProbing: boolean;
}

type Outcome = "well" | "unknown" | ModelError;

/** Creates one breaker for all models; each key has its own state. */
export function createBreaker({ clock }: BreakerOptions): Breaker {
  const circuits = new Map<string, Circuit>();

  function settle(circuit: Circuit, outcome: Outcome): void {
    circuit.isProbing = false;
    if (outcome === "unknown") return;
    if (outcome === "well") {
      circuit.down = undefined;
      return;
    }
    const now = clock.now();
    const since = circuit.down?.since ?? now;
    const pauseMs = Math.max(retryDelay(now - since), outcome.retryAfterMs ?? 0);
    circuit.down = { error: outcome, since, until: now + Math.min(pauseMs, MAX_PAUSE_MS) };
  }

  async function* pass(
    model: Model,
    circuit: Circuit,
    { request, streaming }: { request: ModelRequest; streaming: StreamOptions },
  ): AsyncGenerator<ModelEvent> {
    const { down } = circuit;
    const remainingMs = down ? down.until - clock.now() : 0;
    if (down && (circuit.isProbing || remainingMs > 0))
      return yield refused(down.error, Math.max(0, remainingMs));
    circuit.isProbing = down !== undefined;
    let outcome: Outcome = "unknown";
    try {
      for await (const event of model.stream(request, streaming)) {
        outcome = outcomeOf(event);
        yield event;
      }
    } finally {
      settle(circuit, outcome);
    }
  }

  return {
    guard(model, key) {
      const circuit: Circuit = circuits.get(key) ?? { down: undefined, isProbing: false };
      circuits.set(key, circuit);
      return {
        ...model,
        stream: (request, streaming) => pass(model, circuit, { request, streaming }),
      };
    },
  };
}

/** A provider may ask for a day; it is asked again sooner, in case its clock or its mind changed. */
const MAX_PAUSE_MS = 60_000;

/** A request that is refused for its own faults shows that the provider is there. */
function outcomeOf(event: ModelEvent): Outcome {
  if (event.type !== "error") return "well";
  if (event.error.code === "aborted") return "unknown";
  return isOutage(event.error) ? event.error : "well";
}

/** Repeats the failure of the last request, which cost nothing this time. */
function refused({ spent: _spent, ...error }: ModelError, retryAfterMs: number): ModelEvent {
  return { type: "error", error: { ...error, retryAfterMs } };
}
