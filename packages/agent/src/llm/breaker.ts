import type { Clock } from "../kernel/clock.ts";
import { isOutage, modelError } from "./model-error.ts";
import type { Model, ModelEvent, ModelRequest } from "./model.ts";

export interface BreakerOptions {
  readonly clock: Clock;
  /** So many outages in a row open it. */
  readonly failures?: number;
  /** How long it stays open the first time; it doubles while probes fail. */
  readonly openMs?: number;
  readonly maxOpenMs?: number;
}

/** Keeps requests away from models that are down. */
export interface Breaker {
  /**
   * The same model, refused at once while it is known to be down. After a while one
   * request goes out to see whether it is back; the others are refused until it ends.
   * `key` tells apart what fails on its own: provider, model, and whose key it is.
   */
  guard(model: Model, key: string): Model;
}

interface Circuit {
  failures: number;
  /** Until when no request goes out. */
  openUntil: number;
  openMs: number;
  isProbing: boolean;
}

type Outcome = "well" | "outage" | "unknown";

/** One breaker for all models; each key has a state of its own. */
export function createBreaker({
  clock,
  failures = 3,
  openMs = 15_000,
  maxOpenMs = 600_000,
}: BreakerOptions): Breaker {
  const circuits = new Map<string, Circuit>();

  function settle(circuit: Circuit, outcome: Outcome): void {
    circuit.isProbing = false;
    if (outcome === "unknown") return;
    circuit.failures = outcome === "well" ? 0 : circuit.failures + 1;
    if (circuit.failures === 0) circuit.openMs = openMs;
    if (circuit.failures < failures) return;
    circuit.openUntil = clock.now() + circuit.openMs;
    circuit.openMs = Math.min(maxOpenMs, circuit.openMs * 2);
  }

  async function* pass(
    model: Model,
    circuit: Circuit,
    { request, signal }: { request: ModelRequest; signal: AbortSignal },
  ): AsyncGenerator<ModelEvent> {
    const remainingMs = circuit.openUntil - clock.now();
    const isDown = circuit.failures >= failures;
    if (isDown && (circuit.isProbing || remainingMs > 0))
      return yield refused(model, Math.max(0, remainingMs));
    circuit.isProbing = isDown;
    let outcome: Outcome = "unknown";
    try {
      for await (const event of model.stream(request, { signal })) {
        outcome = outcomeOf(event);
        yield event;
      }
    } finally {
      settle(circuit, outcome);
    }
  }

  return {
    guard(model, key) {
      const circuit = circuits.get(key) ?? { failures: 0, openUntil: 0, openMs, isProbing: false };
      circuits.set(key, circuit);
      return {
        ...model,
        stream: (request, { signal }) => pass(model, circuit, { request, signal }),
      };
    },
  };
}

/** A request that is refused for its own faults shows that the provider is there. */
function outcomeOf(event: ModelEvent): Outcome {
  if (event.type !== "error") return "well";
  if (event.error.code === "aborted") return "unknown";
  return isOutage(event.error) ? "outage" : "well";
}

function refused({ id }: Model, retryAfterMs: number): ModelEvent {
  const message = `${id} failed repeatedly and is left alone for now.`;
  return { type: "error", error: modelError("overloaded", { message, retryAfterMs }) };
}
